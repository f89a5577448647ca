import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Modifier } from '#contract/model/recordings/action';
import type { PlannedAction } from '#contract/model/agents/agent';
import type { Point, Rect } from '#contract/model/geometry';

/** The picture that a model points at. */
export interface Seen {
  /** The unit of its coordinates: the size of the picture in pixels, or 1,000 each way. */
  readonly grid: { readonly width: number; readonly height: number };
  /** Its bounds on the screen, in physical pixels; null if unknown. */
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

/** Types into the focused element. */
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
  throw new AppError('invalid_parameter', `${what} cannot be done here.`, { hint: 'Find another way.' });
}

function fractionOf({ x, y }: Point, { grid }: Seen): Point {
  if (x >= 0 && y >= 0 && x <= grid.width && y <= grid.height) return { x: x / grid.width, y: y / grid.height };
  const place = quoted(`${x}, ${y}`);
  throw new AppError('invalid_parameter', `${place} is outside the picture of ${grid.width} × ${grid.height}.`);
}

/** In the form in which our tools take a point for a control. */
function screenPoint(at: Point, seen: Seen): string | undefined {
  const { x, y } = fractionOf(at, seen);
  const { bounds } = seen;
  return bounds ? `${Math.round(bounds.x + x * bounds.width)},${Math.round(bounds.y + y * bounds.height)}` : undefined;
}

export const pair = z.tuple([z.number(), z.number()]).transform(([x, y]) => ({ x, y }));

/** AltGr produces characters, which are typed. */
type Held = Exclude<Modifier, 'altgr'>;

const modifiers: Readonly<Record<string, Held>> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  controlleft: 'ctrl',
  shift: 'shift',
  alt: 'alt',
  option: 'alt',
  meta: 'meta',
  super: 'meta',
  cmd: 'meta',
  command: 'meta',
  win: 'meta',
  windows: 'meta',
};

/** As `keyboard_input` writes them: UFO's notation. */
const held: Readonly<Record<Held, readonly [before: string, after: string]>> = {
  ctrl: ['{VK_CONTROL}', ''],
  shift: ['{VK_SHIFT}', ''],
  alt: ['{VK_MENU}', ''],
  meta: ['{VK_LWIN down}', '{VK_LWIN up}'],
};

/**
 * Names of keys, in lower case without `_`: those of xdotool, which Anthropic's tools use, of Playwright, which OpenAI's and
 * Gemini's use, and what models write beside them; with the name that `keyboard_input` takes.
 */
const keys: Readonly<Record<string, string>> = {
  return: 'ENTER',
  enter: 'ENTER',
  kpenter: 'ENTER',
  tab: 'TAB',
  space: 'SPACE',
  escape: 'ESC',
  esc: 'ESC',
  backspace: 'BACKSPACE',
  delete: 'DELETE',
  del: 'DELETE',
  insert: 'INSERT',
  home: 'HOME',
  end: 'END',
  pageup: 'PGUP',
  prior: 'PGUP',
  pagedown: 'PGDN',
  next: 'PGDN',
  up: 'UP',
  arrowup: 'UP',
  down: 'DOWN',
  arrowdown: 'DOWN',
  left: 'LEFT',
  arrowleft: 'LEFT',
  right: 'RIGHT',
  arrowright: 'RIGHT',
  capslock: 'CAPSLOCK',
  menu: 'APPS',
  contextmenu: 'APPS',
  print: 'PRTSC',
  printscreen: 'PRTSC',
  pause: 'PAUSE',
  ...Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`f${i + 1}`, `F${i + 1}`])),
};

/** Characters by their xdotool names. */
const signs: Readonly<Record<string, string>> = {
  plus: '+',
  minus: '-',
  equal: '=',
  comma: ',',
  period: '.',
  slash: '/',
  backslash: '\\',
  semicolon: ';',
  asterisk: '*',
};

/** `["ctrl", "s"]` as `{VK_CONTROL}s`. @throws AppError `invalid_parameter` for an unknown key */
function keysInWords(chord: readonly string[]): string {
  const names = chord.map((name) => name.trim()).filter((name) => name !== '');
  const last = names.at(-1);
  if (last === undefined) throw unknown('');
  const before = names.slice(0, -1).map(holdOf);
  const alone = before.length === 0 && nameIn(modifiers, last) === 'meta' ? '{LWIN}' : keyInWords(last);
  return before.map((one) => held[one][0]).join('') + alone + before.map((one) => held[one][1]).join('');
}

/** @throws AppError `invalid_parameter` for a key that is not held while another is pressed */
function holdOf(name: string): Held {
  const modifier = nameIn(modifiers, name);
  if (modifier) return modifier;
  throw unknown(name);
}

function keyInWords(name: string): string {
  const sign = nameIn(signs, name) ?? name;
  if (Array.from(sign).length === 1) return /[{}]/.test(sign) ? `{${sign}}` : sign.toLowerCase();
  const key = nameIn(keys, name);
  if (key === undefined) throw unknown(name);
  return `{${key}}`;
}

function nameIn<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  const bare = name.trim().toLowerCase().replaceAll('_', '');
  return Object.hasOwn(table, bare) ? table[bare] : undefined;
}

function unknown(name: string): AppError {
  return new AppError('invalid_parameter', `No key is named ${quoted(name)}.`);
}
