import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { Mark, Picture, PictureFormat, PictureOptions } from '#contract/model/picture';
import type { Rect, Point } from '#contract/model/geometry';
import { pixelsOf, toCanvas } from './canvas.ts';
import { encodePng } from './png.ts';
import type { Shot } from './shots.ts';
import { busynessOf, placeLabels } from './marks/place-labels.ts';

/** JPEG at quality 90 shows no artefacts around letters. */
const jpegQuality = 90;
const webpQuality = 80;

/** Encodes a shot: scaled and marked as the options ask, in their format. */
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

/** Mutually distinct; each has a contrast of at least 4:1 against white digits, and 3:1 against a window of #202020. */
const markColours = ['#e5243b', '#1f6fe5', '#12873d', '#9b4dff', '#c25700', '#007f8b'];

/**
 * Draws numbered boxes over a picture whose (0, 0) is the screen pixel `bounds.x, bounds.y`.
 * @returns the numbers that found no place
 */
function drawMarks(canvas: Canvas, marks: readonly Mark[], bounds: Rect, scale: number): readonly number[] {
  const context = canvas.getContext('2d');
  const picture = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  const items = marks.map(({ label, bounds: box }) => ({
    box: onPicture(box, bounds, scale),
    label: labelSize(label),
  }));
  const places = placeLabels(picture, items, busynessOf(pixelsOf(canvas)));
  const colourOf = (index: number) => markColours[index % markColours.length] ?? '#000';
  items.forEach(({ box }, index) => drawBox(context, box, colourOf(index)));
  // After all boxes, so that no line crosses a number.
  marks.forEach(({ label }, index) => {
    const place = places[index];
    if (place) drawNumber(context, label, place, colourOf(index));
  });
  return marks.filter((_, index) => !places[index]).map(({ label }) => label);
}

function onPicture({ x, y, width, height }: Rect, bounds: Rect, scale: number): Rect {
  const [left, top] = [Math.round((x - bounds.x) * scale), Math.round((y - bounds.y) * scale)];
  const [right, bottom] = [Math.round((x + width - bounds.x) * scale), Math.round((y + height - bounds.y) * scale)];
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

function drawBox(context: SKRSContext2D, { x, y, width, height }: Rect, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, y + 0.5, Math.max(0, width - 1), Math.max(0, height - 1));
}

/** Three by five dots, so that numbers are readable without fonts. Each digit of the string is a row, its bits the dots. */
const digits = ['75557', '26227', '71747', '71717', '55711', '74717', '74757', '71111', '75757', '75717'];

const dotPixels = 2;

/** White around the plate separates it from a control of the same colour. */
const rimPixels = 1;

/** In pixels of the picture. */
export function labelSize(label: number): { readonly width: number; readonly height: number } {
  return { width: (String(label).length * 4 + 1) * dotPixels + 2 * rimPixels, height: 7 * dotPixels + 2 * rimPixels };
}

/** White digits on the colour, with the top left corner at `at`. */
function drawNumber(context: SKRSContext2D, label: number, at: Point, colour: string): void {
  const { width, height } = labelSize(label);
  context.fillStyle = '#fff';
  context.fillRect(at.x, at.y, width, height);
  context.fillStyle = colour;
  context.fillRect(at.x + rimPixels, at.y + rimPixels, width - 2 * rimPixels, height - 2 * rimPixels);
  context.fillStyle = '#fff';
  Array.from(String(label)).forEach((character, index) => {
    drawDigit(context, Number(character), at.x + rimPixels + (index * 4 + 1) * dotPixels, at.y + rimPixels + dotPixels);
  });
}

function drawDigit(context: SKRSContext2D, digit: number, x: number, y: number): void {
  Array.from(digits[digit] ?? '').forEach((figure, row) => {
    for (let column = 0; column < 3; column++) {
      if (Number(figure) & (4 >> column))
        context.fillRect(x + column * dotPixels, y + row * dotPixels, dotPixels, dotPixels);
    }
  });
}
