import { z } from 'zod';
import { atFractions, type Rect } from '#contract/model/geometry';

/** Pixels of the box that marks a place. */
const size = 12;

/** Where a click or a drag begins, as fractions of a window. */
const fractions = z.union([
  z.object({ x: z.number(), y: z.number() }),
  z.object({ start_x: z.number(), start_y: z.number() }).transform(({ start_x: x, start_y: y }) => ({ x, y })),
]);

/** A small box around the place of a call that names no control, in screen pixels; null for one without a place. */
export function placeIn(window: Rect, given: unknown): Rect | null {
  const { data } = fractions.safeParse(given);
  if (!data) return null;
  const at = atFractions(window, data);
  return { x: at.x - size / 2, y: at.y - size / 2, width: size, height: size };
}
