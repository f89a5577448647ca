import type { Point, Rect } from '#contract/model/geometry';
import type { Pixels } from '../../backend.ts';

/** What differs as little from the ground is ground; the sum over the channels. Icons of paper are nearly white. */
const leastContrast = 12;
/** Parts of one thing are as near to each other, in pixels. */
const seam = 2;
/** What is larger is a picture with more than one thing in it, in pixels a side. */
const largest = 128;

/**
 * The bounds of the icon or drawn thing at a place, by what joins it on an even ground: that of the colour which most of the
 * picture has. Null where the place lies on the ground, and in a picture that is no even ground with things on it.
 */
export function thingAt(pixels: Pixels, at: Point): Rect | null {
  const { width, height } = pixels;
  const ink = inkOf(pixels);
  const isInk = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && ink[y * width + x] === 1;
  const first = nearest(at, isInk);
  if (!first) return null;
  const seen = new Uint8Array(width * height);
  const coming = [first];
  seen[first.y * width + first.x] = 1;
  let [left, top, right, bottom] = [first.x, first.y, first.x, first.y];
  for (let next = coming.pop(); next; next = coming.pop()) {
    left = Math.min(left, next.x);
    top = Math.min(top, next.y);
    right = Math.max(right, next.x);
    bottom = Math.max(bottom, next.y);
    if (right - left > largest || bottom - top > largest) return null;
    for (let dy = -seam; dy <= seam; dy++) {
      for (let dx = -seam; dx <= seam; dx++) {
        const [x, y] = [next.x + dx, next.y + dy];
        if (!isInk(x, y) || seen[y * width + x] === 1) continue;
        seen[y * width + x] = 1;
        coming.push({ x, y });
      }
    }
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function nearest({ x, y }: Point, isInk: (x: number, y: number) => boolean): Point | null {
  if (isInk(x, y)) return { x, y };
  for (let dy = -seam; dy <= seam; dy++)
    for (let dx = -seam; dx <= seam; dx++) if (isInk(x + dx, y + dy)) return { x: x + dx, y: y + dy };
  return null;
}

/** 1 where a pixel is none of the ground. */
function inkOf({ width, height, rgba }: Pixels): Uint8Array {
  const counts = new Map<number, number>();
  let [ground, most] = [0, 0];
  const colourAt = (at: number) => ((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0);
  for (let at = 0; at < rgba.length; at += 4) {
    const colour = colourAt(at);
    const count = (counts.get(colour) ?? 0) + 1;
    counts.set(colour, count);
    if (count > most) [ground, most] = [colour, count];
  }
  const [red, green, blue] = [ground >> 16, (ground >> 8) & 255, ground & 255];
  const ink = new Uint8Array(width * height);
  for (let index = 0, at = 0; index < ink.length; index++, at += 4) {
    const away =
      Math.abs((rgba[at] ?? 0) - red) + Math.abs((rgba[at + 1] ?? 0) - green) + Math.abs((rgba[at + 2] ?? 0) - blue);
    ink[index] = away > leastContrast ? 1 : 0;
  }
  return ink;
}
