import { intersect, type Rect } from '#contract/model/geometry';
import { red, type Piece } from '../../../outline/shape.ts';

/** One side of an outline: a bitmap with blue, green, red and alpha per pixel. */
export interface BorderRectangle {
  readonly bounds: Rect;
  readonly bgra: Uint8Array;
}

/**
 * The sides of an outline, so that the empty interior takes no memory.
 * @param bounds of the whole on the screen; `pieces` are relative to it
 * @param width of the line
 */
export function borderRectangles(
  { x, y, ...size }: Rect,
  pieces: readonly Piece[],
  width: number,
): readonly BorderRectangle[] {
  const line = Math.min(width, size.width, size.height);
  const sides: readonly Rect[] = [
    { x: 0, y: 0, width: size.width, height: line },
    { x: 0, y: size.height - line, width: size.width, height: line },
    { x: 0, y: 0, width: line, height: size.height },
    { x: size.width - line, y: 0, width: line, height: size.height },
  ];
  return sides.map((side) => ({ bounds: { ...side, x: side.x + x, y: side.y + y }, bgra: paint(side, pieces) }));
}

const pixel = new Uint32Array(Uint8Array.of(red.b, red.g, red.r, 255).buffer)[0] ?? 0;

function paint(side: Rect, pieces: readonly Piece[]): Uint8Array {
  const words = new Uint32Array(side.width * side.height);
  for (const [x, y, width, height] of pieces) {
    const part = intersect(side, { x, y, width, height });
    if (!part) continue;
    const from = part.x - side.x;
    for (let row = part.y - side.y; row < part.y - side.y + part.height; row++) {
      words.fill(pixel, row * side.width + from, row * side.width + from + part.width);
    }
  }
  return new Uint8Array(words.buffer);
}
