import type { Canvas } from '@napi-rs/canvas';
import type { Rect } from '#contract/model/geometry';
import type { Picture, PictureFormat, PictureOptions } from '#contract/model/picture';
import type { Pixels } from '../backend.ts';
import { encodePng } from './png.ts';

/** JPEG at 90 of 100 shows no frays around letters. */
const jpegQuality = 90;
const webpQuality = 80;

/**
 * Makes a picture of pixels: smaller where the options ask for it, in the format they name. `bounds` is their place in
 * screen pixels.
 */
export async function encodePicture(
  pixels: Pixels,
  bounds: Rect,
  note: string,
  { format = 'png', scale = 1, maxWidth = Infinity }: PictureOptions = {},
): Promise<Picture> {
  const shrink = Math.min(scale, maxWidth / pixels.width);
  const width = shrink < 1 ? Math.max(1, Math.round(pixels.width * shrink)) : pixels.width;
  const plain = width === pixels.width && format === 'png';
  const bytes = plain ? await encodePng(pixels) : await encodeCanvas(await drawn(pixels, width), format);
  return { bytes, mimeType: `image/${format}`, bounds, scale: width / bounds.width, note };
}

async function encodeCanvas(canvas: Canvas, format: PictureFormat): Promise<Uint8Array> {
  if (format === 'jpeg') return canvas.encode('jpeg', jpegQuality);
  if (format === 'webp') return canvas.encode('webp', webpQuality);
  return encodePng(pixelsOf(canvas));
}

async function drawn(pixels: Pixels, width: number): Promise<Canvas> {
  const height = Math.max(1, Math.round((pixels.height * width) / pixels.width));
  const whole = await toCanvas(pixels);
  if (width === pixels.width) return whole;
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(whole, 0, 0, width, height);
  return canvas;
}

/** Loaded with the first use: most pictures are plain PNGs and need no canvas. */
export async function toCanvas({ width, height, rgba }: Pixels): Promise<Canvas> {
  const { createCanvas, ImageData } = await import('@napi-rs/canvas');
  const canvas = createCanvas(width, height);
  const bytes = new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  canvas.getContext('2d').putImageData(new ImageData(bytes, width, height), 0, 0);
  return canvas;
}

export function pixelsOf(canvas: Canvas): Pixels {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const rgba = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { width, height, rgba, opaque: isOpaque(rgba) };
}

function isOpaque(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
}
