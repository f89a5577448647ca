import type { Canvas } from '@napi-rs/canvas';
import type { Size } from '#contract/model/geometry';
import type { Pixels } from '../backend.ts';

/**
 * A canvas of this width, by default that of the pixels. The library is loaded on first use, because most pictures are plain
 * PNGs and need no canvas.
 */
export async function toCanvas(pixels: Pixels, width = pixels.width): Promise<Canvas> {
  const { createCanvas, ImageData } = await import('@napi-rs/canvas');
  const whole = createCanvas(pixels.width, pixels.height);
  const bytes = new Uint8ClampedArray(pixels.rgba.buffer, pixels.rgba.byteOffset, pixels.rgba.byteLength);
  whole.getContext('2d').putImageData(new ImageData(bytes, pixels.width, pixels.height), 0, 0);
  if (width === pixels.width) return whole;
  const canvas = createCanvas(width, Math.max(1, Math.round((pixels.height * width) / pixels.width)));
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(whole, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The picture in another size. */
export async function resized(pixels: Pixels, { width, height }: Size): Promise<Pixels> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(await toCanvas(pixels), 0, 0, width, height);
  return pixelsOf(canvas);
}

/** Decodes a PNG on a black background, since a screen has nothing behind it. @throws Error if it is not a PNG */
export async function pixelsOfPng(png: Uint8Array): Promise<Pixels> {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(Buffer.from(png));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0);
  return pixelsOf(canvas);
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
