import type { Pixels } from '../../../backend.ts';

/** What Windows' recogniser takes for no picture; it is not documented, and others found it by trying. */
const least = 40;
/**
 * A picture that is larger when it is doubled is left as it is. Letters of less than 15 pixels are read badly, says
 * Microsoft, and those of most windows have fewer; but the windows of a screen with so many pixels have larger ones.
 */
const largestDoubled = 4096;

/** A picture as it is handed over: BGRA, each pixel of ours `scale` wide, what is too small repeated to the right and below. */
export interface Enlarged {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly bgra: Uint8Array;
}

/** Null where the recogniser takes no picture so large. */
export function enlarge({ width, height, rgba }: Pixels, most: number): Enlarged | null {
  const long = Math.max(width, height);
  if (long === 0 || Math.max(long, least) > most) return null;
  const scale = long * 2 <= Math.min(largestDoubled, most) ? 2 : 1;
  const [wide, high] = [Math.max(least, width * scale), Math.max(least, height * scale)];
  const from = new Uint32Array(rgba.slice().buffer);
  const to = new Uint32Array(wide * high);
  for (let y = 0; y < high; y++) {
    const [upper, lower] = [rowOf(y, scale, height), rowOf(y + scale - 1, scale, height)];
    for (let x = 0; x < wide; x++) {
      const [left, right] = [rowOf(x, scale, width), rowOf(x + scale - 1, scale, width)];
      const above = between(from[upper * width + left] ?? 0, from[upper * width + right] ?? 0);
      const below =
        upper === lower ? above : between(from[lower * width + left] ?? 0, from[lower * width + right] ?? 0);
      to[y * wide + x] = toBgra(upper === lower ? above : between(above, below));
    }
  }
  return { width: wide, height: high, scale, bgra: new Uint8Array(to.buffer) };
}

function rowOf(at: number, scale: number, count: number): number {
  return Math.min(count - 1, Math.floor(at / scale));
}

/** The mean of two colours, of all four channels at once: what both have, and half of what one has. */
function between(a: number, b: number): number {
  return (a & b) + (((a ^ b) >>> 1) & 0x7f7f7f7f);
}

/** Red and blue exchanged; nothing shines through, as on a screen. */
function toBgra(rgba: number): number {
  return (0xff000000 | (rgba & 0xff00) | ((rgba & 0xff) << 16) | ((rgba >>> 16) & 0xff)) >>> 0;
}
