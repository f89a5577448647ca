import type { Canvas } from '@napi-rs/canvas';
import type { Mark, Picture, PictureFormat, PictureOptions } from '#contract/model/picture';
import { pixelsOf, toCanvas } from './canvas.ts';
import { drawMarks } from './marks/draw-marks.ts';
import { encodePng } from './png.ts';
import type { Shot } from './shots.ts';

/** JPEG at 90 of 100 shows no frays around letters. */
const jpegQuality = 90;
const webpQuality = 80;

/** Makes a picture of a shot: smaller where the options ask for it, with the marks on it, in the format they name. */
export async function encodePicture(
  { pixels, bounds, note }: Shot,
  { format = 'png', scale: wanted = 1, maxWidth = Infinity }: PictureOptions = {},
  marks: readonly Mark[] = [],
): Promise<Picture> {
  const shrink = Math.min(wanted, maxWidth / pixels.width);
  const width = shrink < 1 ? Math.max(1, Math.round(pixels.width * shrink)) : pixels.width;
  const scale = width / bounds.width;
  const about = { mimeType: `image/${format}`, bounds, scale } as const;
  const plain = width === pixels.width && format === 'png' && marks.length === 0;
  if (plain) return { ...about, bytes: await encodePng(pixels), note };
  const canvas = await toCanvas(pixels, width);
  const unplaced = drawMarks(canvas, marks, bounds, scale);
  const crowded = unplaced.length === 0 ? '' : `No room in the picture for these marks: ${unplaced.join(', ')}.`;
  const notes = [note, crowded].filter((part) => part !== '').join(' ');
  return { ...about, bytes: await encodeCanvas(canvas, format), note: notes };
}

async function encodeCanvas(canvas: Canvas, format: PictureFormat): Promise<Uint8Array> {
  if (format === 'jpeg') return canvas.encode('jpeg', jpegQuality);
  if (format === 'webp') return canvas.encode('webp', webpQuality);
  return encodePng(pixelsOf(canvas));
}
