import { elementInWords, pointIn } from '#contract/model/element-query';

/** Arguments as they came. */
export type Given = Readonly<Record<string, unknown>>;
type Read = Record<string, unknown>;

/** What the contracts call the same thing, in snake case. */
const otherNames: Readonly<Record<string, string>> = {
  element_id: 'element',
  id: 'element',
  ref: 'element',
  parent_element_id: 'parent',
  window_handle: 'window',
  key: 'keys',
};

/** By which a window is named beside `window`. */
const windowNames = ['handle', 'title', 'app', 'app_name', 'called', 'class_name', 'role', 'owner'] as const;

/** Names of arguments in snake case, and those of the contracts in our own; an argument that is there already stays. */
export function ownNames(given: Given): Read {
  const read: Read = {};
  for (const [key, value] of Object.entries(given)) {
    const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const own = otherNames[snake] ?? snake;
    read[Object.hasOwn(given, own) ? key : own] = value;
  }
  return read;
}

/** The window in one argument, however it was named. */
export function oneWindow(given: Given): Read {
  const named = windowNames.filter((name) => given[name] !== undefined);
  if (given['window'] !== undefined || named.length === 0) return { ...given, ...inText(given, 'window') };
  const rest = Object.fromEntries(
    Object.entries(given).filter(([key]) => !named.includes(key as (typeof named)[number])),
  );
  return {
    ...rest,
    window: Object.fromEntries(named.map((name) => [name === 'app_name' ? 'app' : name, given[name]])),
  };
}

/** A selector is one way to name an element. */
export function oneElement(given: Given): Read {
  const { element, ...rest } = given;
  if (typeof element === 'number') return { ...rest, element: String(element) };
  const selector = typeof element === 'string' ? elementInWords(element).selector : undefined;
  return selector === undefined ? { ...given } : { ...rest, selector };
}

/** A number where a text is meant. */
export function inText(given: Given, name: string): Read {
  const value = given[name];
  return typeof value === 'number' ? { [name]: String(value) } : {};
}

/** `[480, 330]`, `480,330` and `{ x, y }` under any of these names, as x and y. */
export function onePlace(given: Given): Read {
  for (const name of ['coordinate', 'point', 'position', 'at', 'element'] as const) {
    const { [name]: place, ...rest } = given;
    const found = placeIn(place);
    if (found) return { ...rest, ...found };
  }
  return { ...given };
}

function placeIn(place: unknown): object | null {
  if (typeof place === 'string') return pointIn(place);
  if (Array.isArray(place)) return place.length === 2 ? { x: place[0] as unknown, y: place[1] as unknown } : null;
  return typeof place === 'object' ? place : null;
}

/** A rectangle by its sides as one by its size. Lists of four stay as they are: there are two ways to read them. */
export function oneRectangle(given: Given): Read {
  const { region } = given;
  if (typeof region !== 'object' || region === null || Array.isArray(region)) return { ...given };
  const { left, top, right, bottom, ...rest } = region as Record<string, unknown>;
  const [x, y] = [rest['x'] ?? left, rest['y'] ?? top];
  const width = rest['width'] ?? difference(right, x);
  const height = rest['height'] ?? difference(bottom, y);
  return { ...given, region: { ...rest, x, y, width, height } };
}

function difference(end: unknown, start: unknown): number | undefined {
  return typeof end === 'number' && typeof start === 'number' ? end - start : undefined;
}
