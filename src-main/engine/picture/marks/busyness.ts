import type { Rect } from '#contract/model/geometry';
import type { Pixels } from '../../backend.ts';
import { findEdges, toGrey } from '../ink.ts';

/** The share of a rectangle's pixels, from 0 to 1, at which brightness changes: text and icons have a third or more. */
export type Busyness = (place: Rect) => number;

/** Counts once, so that any number of places costs nothing more; pixels outside the picture are still. */
export function busynessOf(pixels: Pixels): Busyness {
  const { width, height } = pixels;
  const edges = findEdges(toGrey(pixels));
  // A summed-area table (https://en.wikipedia.org/wiki/Summed-area_table) with a row and a column of zeros before it.
  const columns = width + 1;
  const sums = new Uint32Array(columns * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      if (edges[y * width + x] !== 0) row++;
      sums[(y + 1) * columns + x + 1] = (sums[y * columns + x + 1] ?? 0) + row;
    }
  }
  const upTo = (x: number, y: number) => sums[clamp(y, height) * columns + clamp(x, width)] ?? 0;
  return ({ x, y, width: across, height: down }) => {
    const [right, bottom] = [x + across, y + down];
    const count = upTo(right, bottom) - upTo(x, bottom) - upTo(right, y) + upTo(x, y);
    return count / Math.max(1, across * down);
  };
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}
