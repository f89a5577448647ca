import { AppError } from '#contract/errors';
import type { Rect, Point } from '#contract/model/geometry';
import type { Pixels } from '../../backend.ts';
import { pixelsOf, toCanvas } from '../../picture/canvas.ts';
import { crop } from '../../picture/pixels.ts';

/** Minimum and maximum width and height of a small picture, in pixels. */
const [least, most] = [6, 400];
interface Size {
  readonly width: number;
  readonly height: number;
}

/** At quality 100 the library's WebP is lossless. */
const lossless = 100;

/** A part of a picture as stored in a selector: a lossless WebP in base64. @param part in pixels, wholly inside */
export async function encodeSmall(pixels: Pixels, part: Rect): Promise<string> {
  const canvas = await toCanvas(crop(pixels, part));
  return withoutProfile(await canvas.encode('webp', lossless)).toString('base64');
}

/**
 * Only the pixels: the colour profile that the library adds is as large.
 * https://developers.google.com/speed/webp/docs/riff_container
 */
function withoutProfile(webp: Buffer): Buffer {
  const at = webp.indexOf('VP8L', 0, 'latin1');
  if (at < 0) return webp;
  const chunk = webp.subarray(at, at + 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) % 2));
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + chunk.length, 4);
  return Buffer.concat([head, chunk]);
}

/** The inverse of {@link encodeSmall}. @throws AppError `invalid_parameter` if it is no such picture */
export async function decodeSmall(base64: string): Promise<Pixels> {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const bytes = Buffer.from(base64, 'base64');
  const size = sizeInHeader(bytes);
  // The library allocates whatever size the header declares, and ends the process if memory is short.
  const image = size && isSmall(size) ? await loadImage(bytes).catch(() => null) : null;
  if (!image || !isSmall(image)) {
    throw new AppError('invalid_parameter', 'The selector’s picture cannot be read or is too large.', {
      hint: 'Use the selector of a step that was recorded.',
    });
  }
  const { width, height } = image;
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return pixelsOf(canvas);
}

function isSmall({ width, height }: Size): boolean {
  return Math.min(width, height) >= least && Math.max(width, height) <= most;
}

/**
 * The size in the header of a lossless WebP; null for anything else, including other formats.
 * https://developers.google.com/speed/webp/docs/webp_lossless_bitstream_specification#3_riff_header
 */
function sizeInHeader(bytes: Buffer): Size | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (bytes.length < 25 || text(0, 4) !== 'RIFF' || text(8, 16) !== 'WEBPVP8L') return null;
  // After the length and the signature of the chunk.
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** The picture in another size. @param scale new pixels per old pixel */
export async function resized(pixels: Pixels, scale: number): Promise<Pixels> {
  return pixelsOf(await toCanvas(pixels, Math.max(1, Math.round(pixels.width * scale))));
}

/** Mean difference of a picture and a place of an image over pixels and channels, 0 to 255. */
export function differenceAt(image: Pixels, picture: Pixels, { x, y }: Point): number {
  let sum = 0;
  for (let row = 0; row < picture.height; row++) {
    let from = ((y + row) * image.width + x) * 4;
    let to = row * picture.width * 4;
    for (let column = 0; column < picture.width; column++, from += 4, to += 4) {
      for (let channel = 0; channel < 3; channel++) {
        sum += Math.abs((image.rgba[from + channel] ?? 0) - (picture.rgba[to + channel] ?? 0));
      }
    }
  }
  return sum / (picture.width * picture.height * 3);
}
