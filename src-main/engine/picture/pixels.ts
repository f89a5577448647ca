import { intersect, type Point, type Rect } from '#contract/model/geometry';
import type { Pixels } from '../backend.ts';

/** A part of a picture; `part` in picture pixels, wholly inside. */
export function crop({ width, rgba, opaque }: Pixels, part: Rect): Pixels {
  const out = new Uint8Array(part.width * part.height * 4);
  for (let y = 0; y < part.height; y++) {
    const from = ((part.y + y) * width + part.x) * 4;
    out.set(rgba.subarray(from, from + part.width * 4), y * part.width * 4);
  }
  return { width: part.width, height: part.height, rgba: out, opaque };
}

/** A copy with `parts` blackened, which are in screen coordinates like the picture's `bounds`. */
export function blackened({ rgba, ...pixels }: Pixels, parts: readonly Rect[], bounds: Rect): Pixels {
  const out = rgba.slice();
  const words = new Uint32Array(out.buffer);
  const [black = 0] = new Uint32Array(Uint8Array.of(0, 0, 0, 255).buffer);
  for (const part of parts) {
    const seen = intersect(part, bounds);
    if (!seen) continue;
    for (let y = seen.y - bounds.y; y < seen.y - bounds.y + seen.height; y++) {
      const from = y * pixels.width + seen.x - bounds.x;
      words.fill(black, from, from + seen.width);
    }
  }
  return { ...pixels, rgba: out };
}

/** Draws `above` into a copy of a picture, with its top left at `at`, clipped. */
export function drawOver(below: Pixels, above: Pixels, at: Point): Pixels {
  const rgba = Uint8Array.from(below.rgba);
  const visible = intersect({ ...at, width: above.width, height: above.height }, { x: 0, y: 0, ...below });
  if (!visible) return below;
  for (let y = visible.y; y < visible.y + visible.height; y++) {
    for (let x = visible.x; x < visible.x + visible.width; x++) {
      const to = (y * below.width + x) * 4;
      const from = ((y - at.y) * above.width + (x - at.x)) * 4;
      const share = (above.rgba[from + 3] ?? 0) / 255;
      for (let channel = 0; channel < 3; channel++) {
        const shown = (above.rgba[from + channel] ?? 0) * share + (rgba[to + channel] ?? 0) * (1 - share);
        rgba[to + channel] = Math.round(shown);
      }
      rgba[to + 3] = Math.max(rgba[to + 3] ?? 0, above.rgba[from + 3] ?? 0);
    }
  }
  return { ...below, rgba };
}

/**
 * Converts pixels from blue, green, red, unused to red, green, blue, opaque. Works on words, which takes a tenth of the time of
 * bytes, as nearly every picture passes here.
 * @param pixels must begin at a multiple of four in their buffer
 * @returns the same bytes
 */
export function toOpaqueRgba(pixels: Uint8Array): Uint8Array {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length >> 2);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
    words[at] = 0xff000000 | ((word & 0xff) << 16) | (word & 0xff00) | ((word >>> 16) & 0xff);
  }
  return pixels;
}
