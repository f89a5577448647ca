import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../scripts/lib/run.mjs';
import { waitForSeen, type Called } from './outside.ts';

/** Performs a flow: another client of the X server, with positions from AT-SPI. */
export interface Person {
  readonly env: NodeJS.ProcessEnv;
  /** Process group of the app. */
  readonly group: number;
  readonly tapMs: number;
  /** Decimal id of the app's first window. */
  readonly window: string;
}

export type Act = (person: Person) => Promise<void>;
export type Acts = readonly Act[];

/** How long a hand rests before a press, and how long a person needs to see the effect; milliseconds. */
const restMs = 350;
const lookMs = 450;

export async function xdotool(env: NodeJS.ProcessEnv, ...args: (string | number)[]): Promise<string> {
  const { code, output } = await run('xdotool', args.map(String), { env, timeoutMs: 60_000 });
  if (code !== 0) throw new Error(`xdotool ${args.join(' ')}: ${output.trim() || code}`);
  return output.trim();
}

interface How {
  readonly role?: string;
  readonly nth?: number;
  readonly button?: 1 | 2 | 3;
  readonly count?: 1 | 2;
  /** Position in it, as fractions of its width and height; default: the middle. */
  readonly at?: readonly [number, number];
  /** Held keys, in xdotool's notation. */
  readonly held?: string;
  /** Overrides the flow's. */
  readonly tapMs?: number;
}

/** Presses a visible element. */
export function tap(name: string | RegExp, how: How = {}): Act {
  return async (person) => press(person, await pointOf(person, { name, ...how }, how.at), how);
}

/** Presses the first element of a role, whatever its name. */
export function tapRole(role: string, how: Omit<How, 'role'> = {}): Act {
  return async (person) => press(person, await pointOf(person, { role, ...how }, how.at), how);
}

/** Presses a point in the first window, for apps that report no elements. */
export function tapAt(x: number, y: number, how: How = {}): Act {
  return async (person) => {
    const [left, top] = await originOf(person);
    await press(person, [left + x, top + y], how);
  };
}

export function type(text: string, delayMs = 20): Act {
  return async ({ env }) => {
    await xdotool(env, 'type', '--delay', delayMs, '--', text);
    await sleep(lookMs);
  };
}

/** Keys and chords in xdotool's notation, one after the other. */
export function keys(...chords: readonly string[]): Act {
  return async ({ env }) => {
    for (const chord of chords) {
      await xdotool(env, 'key', chord);
      await sleep(lookMs);
    }
  };
}

/** Hovers an element, e.g. to open a menu. */
export function pointAt(name: string | RegExp, how: Pick<How, 'role' | 'nth'> = {}): Act {
  return async (person) => {
    const [x, y] = await pointOf(person, { name, ...how });
    for (const left of [x - 9, x - 4, x]) await xdotool(person.env, 'mousemove', left, y);
    await sleep(restMs + lookMs);
  };
}

/** Turns the wheel over an element; positive is up. */
export function wheel(called: Called, notches: number): Act {
  return async (person) => {
    const [x, y] = await pointOf(person, called);
    await xdotool(person.env, 'mousemove', x, y);
    await sleep(restMs);
    await xdotool(person.env, 'click', '--repeat', Math.abs(notches), '--delay', 60, notches > 0 ? 4 : 5);
    await sleep(lookMs);
  };
}

type Place = readonly [number, number];

export function drag(from: Called & { at?: Place }, to: Called & { at?: Place }): Act {
  return async (person) => {
    const [start, end] = [await pointOf(person, from, from.at), await pointOf(person, to, to.at)];
    await dragBetween(person, start, end);
  };
}

/** Drags between points of the first window. */
export function dragAt(from: Place, to: Place): Act {
  return async (person) => {
    const [left, top] = await originOf(person);
    await dragBetween(person, [left + from[0], top + from[1]], [left + to[0], top + to[1]]);
  };
}

/** Closes the focused window by its frame's button. */
export const closeByFrame: Act = async (person) => {
  const window = await xdotool(person.env, 'getactivewindow');
  const [left, top, width] = await geometryOf(person.env, window);
  // Openbox's own theme: a bar of some 20 pixels with the close button at its right end.
  await press(person, [left + width - 12, top - 12], {});
};

export const pause =
  (ms: number): Act =>
  () =>
    sleep(ms);

async function dragBetween({ env }: Person, from: Place, to: Place): Promise<void> {
  await xdotool(env, 'mousemove', ...from);
  await sleep(restMs);
  await xdotool(env, 'mousedown', 1);
  for (let n = 1; n <= 10; n++) {
    const between = (a: number, b: number) => Math.round(a + ((b - a) * n) / 10);
    await xdotool(env, 'mousemove', between(from[0], to[0]), between(from[1], to[1]));
    await sleep(25);
  }
  await sleep(100);
  await xdotool(env, 'mouseup', 1);
  await sleep(lookMs);
}

async function press({ env, tapMs }: Person, [x, y]: Place, how: How): Promise<void> {
  const { button = 1, count = 1, held } = how;
  await xdotool(env, 'mousemove', x - 3, y - 2);
  await sleep(60);
  await xdotool(env, 'mousemove', x, y);
  await sleep(restMs);
  if (held) await xdotool(env, 'keydown', held);
  const ms = how.tapMs ?? tapMs;
  const once = ['mousedown', button, ...(ms > 0 ? ['sleep', ms / 1_000] : []), 'mouseup', button];
  await xdotool(env, ...once, ...(count === 2 ? ['sleep', 0.06, ...once] : []));
  if (held) await xdotool(env, 'keyup', held);
  await sleep(lookMs);
}

async function pointOf(person: Person, called: Called, at: Place = [0.5, 0.5]): Promise<Place> {
  const { place } = await waitForSeen(person.env, person.group, called);
  if (!place) throw new Error('It has no place.');
  const [x, y, width, height] = place;
  return [Math.round(x + width * at[0]), Math.round(y + height * at[1])];
}

async function originOf({ env, window }: Person): Promise<Place> {
  const [x, y] = await geometryOf(env, window);
  return [x, y];
}

/** x, y, width, height without the frame. */
export async function geometryOf(env: NodeJS.ProcessEnv, window: string): Promise<[number, number, number, number]> {
  const { output } = await run('xwininfo', ['-id', window], { env });
  const number = (label: string) => Number(new RegExp(`${label}:\\s+(-?\\d+)`).exec(output)?.[1] ?? NaN);
  return [number('Absolute upper-left X'), number('Absolute upper-left Y'), number('Width'), number('Height')];
}
