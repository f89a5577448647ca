import { createCanvas, ImageData } from '@napi-rs/canvas';
import type { Box } from './components.ts';
import type { Grey } from '../picture/ink.ts';

/** A line prepared for the recogniser, and how its pixels map to the picture. */
export interface LineImage {
  /** https://netpbm.sourceforge.net/doc/pgm.html : black on white. */
  readonly pgm: Buffer;
  /** Picture pixel at the image's (`margin`, `margin`). */
  readonly left: number;
  readonly top: number;
  /** Image pixels per picture pixel. */
  readonly scale: number;
}

/** White around the line, in image pixels: letters at the very edge are misread. */
export const margin = 8;
/** Background kept around the line, in picture pixels. */
const padding = 3;
/**
 * The recogniser was trained on print; of heights from 32 to 64 image pixels, this one balanced accuracy and speed best
 * (docs/ocr.md).
 */
const bestHeight = 48;
const largestScale = 4;

/** Cuts out a line, converts it to black on white at full contrast, and enlarges it. */
export function prepareLine(grey: Grey, box: Box): LineImage {
  const left = Math.max(0, box.left - padding);
  const top = Math.max(0, box.top - padding);
  const width = Math.min(grey.width, box.right + padding + 1) - left;
  const height = Math.min(grey.height, box.bottom + padding + 1) - top;
  const values = stretch(cut(grey, left, top, width, height));
  const scale = Math.min(largestScale, Math.max(1, bestHeight / height));
  return { pgm: toPgm(enlarge(values, width, height, scale)), left, top, scale };
}

function cut({ width, values }: Grey, left: number, top: number, columns: number, rows: number): Uint8Array {
  const out = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    const from = (top + row) * width + left;
    out.set(values.subarray(from, from + columns), row * columns);
  }
  return out;
}

/** The most common brightness is the background and becomes white; the one farthest from it is ink and becomes black. */
function stretch(values: Uint8Array): Uint8Array {
  const histogram = new Uint32Array(256);
  for (const value of values) histogram[value] = (histogram[value] ?? 0) + 1;
  const ground = commonest(histogram);
  const rare = values.length / 100;
  const [darkest, brightest] = [firstOver(histogram, rare, 0, 1), firstOver(histogram, rare, 255, -1)];
  const ink = ground - darkest >= brightest - ground ? darkest : brightest;
  const range = ink - ground || 1;
  return values.map((value) => Math.max(0, Math.min(255, 255 - ((value - ground) * 255) / range)));
}

function commonest(histogram: Uint32Array): number {
  let best = 0;
  const around = (at: number) => (histogram[at - 1] ?? 0) + (histogram[at] ?? 0) + (histogram[at + 1] ?? 0);
  for (let at = 0; at < 256; at++) if (around(at) > around(best)) best = at;
  return best;
}

/** The first brightness, counted from `start` by `step`, up to which there are more than `count` pixels. */
function firstOver(histogram: Uint32Array, count: number, start: number, step: 1 | -1): number {
  let at = start;
  for (let seen = histogram[at] ?? 0; seen <= count && at + step >= 0 && at + step <= 255;) {
    at += step;
    seen += histogram[at] ?? 0;
  }
  return at;
}

interface Image {
  readonly width: number;
  readonly height: number;
  /** Four bytes per pixel. */
  readonly data: Uint8ClampedArray;
}

function enlarge(values: Uint8Array, width: number, height: number, scale: number): Image {
  const small = createCanvas(width, height);
  const rgba = new Uint8ClampedArray(values.length * 4);
  values.forEach((value, at) => rgba.set([value, value, value, 255], at * 4));
  small.getContext('2d').putImageData(new ImageData(rgba, width, height), 0, 0);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const canvas = createCanvas(size.width + 2 * margin, size.height + 2 * margin);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(small, margin, margin, size.width, size.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

function toPgm({ width, height, data }: Image): Buffer {
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1');
  const out = Buffer.alloc(header.length + width * height);
  header.copy(out);
  for (let at = 0; at < width * height; at++) out[header.length + at] = data[at * 4] ?? 0;
  return out;
}
