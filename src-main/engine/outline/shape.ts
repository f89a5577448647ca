import type { HighlightBox } from '#contract/model/engine';
import { intersect, type Point, type Rect } from '#contract/model/geometry';

/** x, y, width, height, relative to the outline's window. */
export type Piece = readonly [x: number, y: number, width: number, height: number];

/** In pixels at 96 dpi; `scale` is the monitor's multiple of that. */
export const thickness = 3;
const patterns: Readonly<Record<HighlightBox['line'], { readonly mark: number; readonly gap: number }>> = {
  solid: { mark: Number.POSITIVE_INFINITY, gap: 0 },
  dashed: { mark: 12, gap: 6 },
  dotted: { mark: 3, gap: 4 },
};

/** Bounds of the outline's window: around the box, but clamped to the screen. */
export function outlineBounds(box: Rect, screen: Rect, scale = 1): Rect {
  const line = lineWidth(scale);
  const left = Math.max(screen.x, box.x - line);
  const top = Math.max(screen.y, box.y - line);
  const right = Math.min(screen.x + screen.width, box.x + box.width + line);
  const bottom = Math.min(screen.y + screen.height, box.y + box.height + line);
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** The painted parts of a window of this size. */
export function outlinePieces(width: number, height: number, style: HighlightBox['line'], scale = 1): Piece[] {
  const line = lineWidth(scale);
  const { mark, gap } = patterns[style];
  const across = marks(width, mark * scale, gap * scale);
  const down = marks(height, mark * scale, gap * scale);
  const right = Math.max(0, width - line);
  const bottom = Math.max(0, height - line);
  return [
    ...across.flatMap(([at, length]): Piece[] => [
      [at, 0, length, line],
      [at, bottom, length, line],
    ]),
    ...down.flatMap(([at, length]): Piece[] => [
      [0, at, line, length],
      [right, at, line, length],
    ]),
  ];
}

/** The pieces of a window at `at` that are outside all these screen areas. */
export function piecesBeside(pieces: readonly Piece[], at: Point, places: readonly Rect[]): readonly Piece[] {
  return places.reduce<readonly Piece[]>((left, { x, y, width, height }) => {
    const place = { x: x - at.x, y: y - at.y, width, height };
    return left.flatMap((piece) => pieceBeside(piece, place));
  }, pieces);
}

function pieceBeside(piece: Piece, place: Rect): readonly Piece[] {
  const [x, y, width, height] = piece;
  const hidden = intersect({ x, y, width, height }, place);
  if (!hidden) return [piece];
  const [right, bottom] = [hidden.x + hidden.width, hidden.y + hidden.height];
  const parts: readonly Piece[] = [
    [x, y, width, hidden.y - y],
    [x, bottom, width, y + height - bottom],
    [x, hidden.y, hidden.x - x, hidden.height],
    [right, hidden.y, x + width - right, hidden.height],
  ];
  return parts.filter(([, , partWidth, partHeight]) => partWidth > 0 && partHeight > 0);
}

function marks(total: number, mark: number, gap: number): [at: number, length: number][] {
  if (!Number.isFinite(mark)) return [[0, total]];
  const found: [number, number][] = [];
  for (let at = 0; at < total; at += mark + gap) {
    const start = Math.round(at);
    found.push([start, Math.min(Math.round(mark), total - start)]);
  }
  return found;
}

/** Above the box, or inside its top edge without room above; wholly on the screen if it fits. */
export function labelPosition(
  box: Rect,
  size: { readonly width: number; readonly height: number },
  screen: Rect,
  scale = 1,
): { readonly x: number; readonly y: number } {
  const line = lineWidth(scale);
  const above = box.y - line - size.height;
  const y = above >= screen.y ? above : Math.max(screen.y, box.y + line);
  const x = Math.max(screen.x, Math.min(box.x - line, screen.x + screen.width - size.width));
  return { x, y };
}

export function lineWidth(scale: number): number {
  return Math.max(1, Math.round(thickness * scale));
}

export const red = { r: 0xe5, g: 0x14, b: 0x00 } as const;

/** In pixels at 96 dpi. */
export const labelStyle = { fontSize: 12, fontWeight: 600, height: 20, padding: 6 } as const;

const maxCharacters = 80;

/** A label's text: one line of limited length. */
export function labelText(text: string): string {
  const characters = Array.from(text.replace(/\s+/g, ' ').trim());
  return characters.length <= maxCharacters
    ? characters.join('')
    : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}
