import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { Rect } from '#contract/model/geometry';
import type { Mark } from '#contract/model/picture';
import { pixelsOf } from '../canvas.ts';
import { busynessOf } from './busyness.ts';
import { drawNumber, labelSize } from './number-plate.ts';
import { placeLabels } from './place-labels.ts';

/** Told apart from each other; each at least 4 : 1 against white digits, and 3 : 1 against a window of #202020. */
const colours = ['#e5243b', '#1f6fe5', '#12873d', '#9b4dff', '#c25700', '#007f8b'];

/**
 * Draws boxes with their numbers over a picture whose (0, 0) is the screen pixel `bounds.x, bounds.y`.
 * @returns the numbers that found no place
 */
export function drawMarks(canvas: Canvas, marks: readonly Mark[], bounds: Rect, scale: number): readonly number[] {
  const context = canvas.getContext('2d');
  const picture = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  const items = marks.map(({ label, bounds: box }) => ({
    box: onPicture(box, bounds, scale),
    label: labelSize(label),
  }));
  const places = placeLabels(picture, items, busynessOf(pixelsOf(canvas)));
  const colourOf = (index: number) => colours[index % colours.length] ?? '#000';
  items.forEach(({ box }, index) => drawBox(context, box, colourOf(index)));
  // Over all boxes, so that no line runs through a number.
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
