import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Modifier } from '#contract/model/recordings/action';
import type { PlannedAction } from '#contract/model/agents/agent';
import type { Point, Rect } from '#contract/model/geometry';
import { holdOf, keysInWords } from './keys.ts';

/** The picture that a model points at. */
export interface Seen {
  /** What its places are counted in: the size of the picture in pixels, or 1,000 each way. */
  readonly grid: { readonly width: number; readonly height: number };
  /** Where it was on the screen, in physical pixels; null where nobody knows. */
  readonly bounds: Rect | null;
}

/** One act of a dialect as calls of our tools, those of AppUIExecutor. Empty for what needs none, e.g. another look. */
export type Row = (given: unknown, seen: Seen) => readonly PlannedAction[];

/** A row for arguments of a shape. */
export function row<S extends z.ZodType>(
  shape: S,
  calls: (given: z.output<S>, seen: Seen) => PlannedAction | readonly PlannedAction[],
): Row {
  return (given, seen) => [calls(shape.parse(given), seen)].flat();
}

export interface ClickOptions {
  readonly button?: 'left' | 'right' | 'middle' | 'back' | 'forward';
  readonly double?: boolean;
  /** Keys held meanwhile, as `ctrl+shift`. */
  readonly held?: string | null | undefined;
}

export function click(at: Point, seen: Seen, { button = 'left', double = false, held }: ClickOptions = {}) {
  const modifiers: readonly Modifier[] = held ? held.split('+').map(holdOf) : [];
  const given = { ...fractionOf(at, seen), button, double, ...(modifiers.length > 0 && { modifiers }) };
  return { function: 'click_on_coordinates', arguments: given };
}

export function drag(from: Point, to: Point, seen: Seen) {
  const [start, end] = [fractionOf(from, seen), fractionOf(to, seen)];
  const given = { start_x: start.x, start_y: start.y, end_x: end.x, end_y: end.y };
  return { function: 'drag_on_coordinates', arguments: given };
}

/** To what has the focus. */
export function write(text: string) {
  const keys = text.replace(/[{}]/g, (brace) => `{${brace}}`);
  return { function: 'keyboard_input', arguments: { keys, control_focus: false } };
}

/** A chord, such as `ctrl+s`, in any of the dialects' names. */
export function press(chord: readonly string[], times = 1) {
  return { function: 'keyboard_input', arguments: { keys: keysInWords(chord).repeat(times), control_focus: false } };
}

/** @param notches of the wheel; positive is up */
export function scroll(at: Point | undefined, notches: number, seen: Seen) {
  const screen = at && screenPoint(at, seen);
  return { function: 'wheel_mouse_input', arguments: { ...(screen && { id: screen }), wheel_dist: notches } };
}

export function wait(seconds: number) {
  return { function: 'wait', arguments: { seconds } };
}

/** A dialect has acts that none of our tools does. @throws AppError `invalid_parameter`, in words for the model */
export function cannot(what: string): never {
  throw new AppError('invalid_parameter', `${what} cannot be done here.`, { hint: 'Do it another way.' });
}

function fractionOf({ x, y }: Point, { grid }: Seen): Point {
  if (x >= 0 && y >= 0 && x <= grid.width && y <= grid.height) return { x: x / grid.width, y: y / grid.height };
  const place = quoted(`${x}, ${y}`);
  throw new AppError('invalid_parameter', `${place} is outside the picture of ${grid.width} × ${grid.height}.`);
}

/** As our tools take a point for a control. */
function screenPoint(at: Point, seen: Seen): string | undefined {
  const { x, y } = fractionOf(at, seen);
  const { bounds } = seen;
  return bounds ? `${Math.round(bounds.x + x * bounds.width)},${Math.round(bounds.y + y * bounds.height)}` : undefined;
}

export const pair = z.tuple([z.number(), z.number()]).transform(([x, y]) => ({ x, y }));
