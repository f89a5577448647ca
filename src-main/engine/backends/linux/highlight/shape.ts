import type { HighlightBox } from '#contract/model/engine';
import type { Rect } from '#contract/model/geometry';

/** x, y, width, height, relative to the outline's window. */
export type Piece = readonly [x: number, y: number, width: number, height: number];

/** In pixels. */
export const thickness = 3;
const patterns: Readonly<Record<HighlightBox['line'], { readonly mark: number; readonly gap: number }>> = {
  solid: { mark: Number.POSITIVE_INFINITY, gap: 0 },
  dashed: { mark: 12, gap: 6 },
  dotted: { mark: 3, gap: 4 },
};

/** Where the outline's window stands: around the box, but never off the screen, where it could not be seen. */
export function outlineBounds(box: Rect, screen: Rect): Rect {
  const left = Math.max(screen.x, box.x - thickness);
  const top = Math.max(screen.y, box.y - thickness);
  const right = Math.min(screen.x + screen.width, box.x + box.width + thickness);
  const bottom = Math.min(screen.y + screen.height, box.y + box.height + thickness);
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** The parts of a window of this size that are painted. */
export function outlinePieces(width: number, height: number, line: HighlightBox['line']): Piece[] {
  const { mark, gap } = patterns[line];
  const across = marks(width, mark, gap);
  const down = marks(height, mark, gap);
  const right = Math.max(0, width - thickness);
  const bottom = Math.max(0, height - thickness);
  return [
    ...across.flatMap(([at, length]): Piece[] => [
      [at, 0, length, thickness],
      [at, bottom, length, thickness],
    ]),
    ...down.flatMap(([at, length]): Piece[] => [
      [0, at, thickness, length],
      [right, at, thickness, length],
    ]),
  ];
}

function marks(total: number, mark: number, gap: number): [at: number, length: number][] {
  if (!Number.isFinite(mark)) return [[0, total]];
  const found: [number, number][] = [];
  for (let at = 0; at < total; at += mark + gap) found.push([at, Math.min(mark, total - at)]);
  return found;
}

/** Above the box, or inside its top edge where there is no room; always wholly on the screen if it fits. */
export function labelPosition(
  box: Rect,
  size: { readonly width: number; readonly height: number },
  screen: Rect,
): { readonly x: number; readonly y: number } {
  const above = box.y - thickness - size.height;
  const y = above >= screen.y ? above : Math.max(screen.y, box.y + thickness);
  const x = Math.max(screen.x, Math.min(box.x - thickness, screen.x + screen.width - size.width));
  return { x, y };
}
