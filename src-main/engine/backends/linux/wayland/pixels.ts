import { AppError } from '#contract/errors';
import type { Rect } from '#contract/model/geometry';
import type { Pixels } from '../../../backend.ts';
import { toOpaqueRgba, crop } from '../../../picture/pixels.ts';

/** Pixel layout of a compositor. */
export interface Format {
  /** Of `wl_shm`: https://wayland.app/protocols/wayland#wl_shm:enum:format */
  readonly format: number;
  readonly width: number;
  readonly height: number;
  /** Bytes per row. */
  readonly stride: number;
}

/** Blue first: ARGB8888 and XRGB8888, in little-endian words. */
const blueFirst = new Set([0, 1]);
/** ABGR8888 and XBGR8888. */
const redFirst = new Set([0x34324241, 0x34324258]);

/** Whether {@link partOf} reads this format of `wl_shm`. */
export function isReadable(format: number): boolean {
  return blueFirst.has(format) || redFirst.has(format);
}

/**
 * Crops a picture. A screen has no background: all pixels are opaque.
 * @param transform of the output, see {@link turned}; `part` is in upright coordinates
 * @throws AppError `unsupported_platform` for unknown formats
 */
export function partOf(
  data: Uint8Array,
  format: Format,
  part: Rect,
  { upsideDown, transform }: { readonly upsideDown: boolean; readonly transform: number },
): Pixels {
  if (transform === 0) return toRgba(data, format, part, upsideDown);
  const all = { x: 0, y: 0, width: format.width, height: format.height };
  return crop(turned(toRgba(data, format, all, upsideDown), transform), part);
}

function toRgba(data: Uint8Array, { format, height, stride }: Format, part: Rect, upsideDown: boolean): Pixels {
  if (!isReadable(format)) {
    const name = `0x${format.toString(16)}`;
    throw new AppError(
      'unsupported_platform',
      `The compositor gives pictures in a format (${name}) that is not known.`,
    );
  }
  const row = part.width * 4;
  const rgba = new Uint8Array(row * part.height);
  for (let y = 0; y < part.height; y++) {
    const line = part.y + y;
    const from = (upsideDown ? height - 1 - line : line) * stride + part.x * 4;
    rgba.set(data.subarray(from, from + row), y * row);
  }
  if (blueFirst.has(format)) toOpaqueRgba(rgba);
  else for (let at = 3; at < rgba.length; at += 4) rgba[at] = 0xff;
  return { width: part.width, height: part.height, rgba, opaque: true };
}

/**
 * The upright picture of a rotated output.
 * @param transform of `wl_output`: anticlockwise quarter turns of the output, plus 4 if it is flipped first
 */
export function turned(pixels: Pixels, transform: number): Pixels {
  if (transform === 0) return pixels;
  const { width, height } = pixels;
  const [quarters, flipped] = [transform % 4, transform >= 4];
  const across = quarters % 2 === 0 ? width : height;
  const down = quarters % 2 === 0 ? height : width;
  const from = new Uint32Array(pixels.rgba.buffer, pixels.rgba.byteOffset, width * height);
  const to = new Uint32Array(across * down);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const [fromX, fromY] = source(flipped ? across - 1 - x : x, y, quarters, pixels);
      to[y * across + x] = from[fromY * width + fromX] ?? 0;
    }
  }
  return { width: across, height: down, rgba: new Uint8Array(to.buffer), opaque: pixels.opaque };
}

function source(x: number, y: number, quarters: number, { width, height }: Pixels): readonly [x: number, y: number] {
  if (quarters === 1) return [y, height - 1 - x];
  if (quarters === 2) return [width - 1 - x, height - 1 - y];
  return quarters === 3 ? [width - 1 - y, x] : [x, y];
}
