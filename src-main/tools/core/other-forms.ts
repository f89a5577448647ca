import { elementInWords, pointIn } from '#contract/model/elements/element-query';
import { splitChord, spellChord } from '#contract/model/recordings/chord';
import { isObject, objectInText } from '../arguments/argument-values.ts';

/** Arguments as received. */
export type Given = Readonly<Record<string, unknown>>;
type Read = Record<string, unknown>;

/** The contracts' names for the same arguments, in snake case. */
const otherNames: Readonly<Record<string, string>> = {
  element_id: 'element',
  id: 'element',
  ref: 'element',
  uid: 'element',
  element_ref: 'element',
  element_name: 'name',
  element_type: 'control_type',
  parent_element_id: 'parent',
  window_handle: 'window',
  window_id: 'window',
  window_title: 'window',
  window_name: 'window',
  hwnd: 'window',
  pid: 'window',
  key: 'keys',
};

/** Arguments that name a window besides `window`. */
const windowNames: readonly string[] = ['handle', 'title', 'app', 'app_name', 'called', 'class_name', 'owner'];

/** Argument names in snake case, with those of the contracts translated; existing arguments take precedence. */
export function ownNames(given: Given): Read {
  const read: Read = {};
  for (const [key, value] of Object.entries(given)) {
    const snake = snakeCase(key);
    const own = otherNames[snake] ?? snake;
    if (own !== key && given[own] === value) continue;
    read[own !== key && (Object.hasOwn(given, own) || Object.hasOwn(read, own)) ? key : own] = value;
  }
  return read;
}

/** Optional texts that mean nothing if they are empty; an empty window could be any, and an empty value clears a field. */
const optionalTexts: readonly string[] = ['element', 'name', 'control_type', 'app', 'task'];

/** Clients that fill every argument write empty texts for those that they do not need, and “None” for those beside a name. */
export function withoutEmpty(given: Given): Read {
  const isEmpty = (key: string, value: unknown) => {
    if (typeof value !== 'string' || !optionalTexts.includes(key)) return false;
    if (value.trim() === '') return true;
    const isBesideName = key === 'control_type' || (key === 'element' && Boolean(given['name']));
    return isBesideName && /^\s*(null|none|undefined)\s*$/i.test(value);
  };
  return Object.fromEntries(Object.entries(given).filter(([key, value]) => !isEmpty(key, value)));
}

/** The modifiers of a click or drag by any of their names, in one text or in a list. */
export function heldKeys(given: Given): Read {
  const { modifiers: written } = given;
  const texts: readonly unknown[] = Array.isArray(written) ? written : [written];
  if (!texts.every((text) => typeof text === 'string')) return { ...given };
  const words = texts.flatMap((text) => text.split(/[^\p{L}]+/u)).filter((word) => word !== '' && word !== 'and');
  const { chord } = spellChord([...words, 'F1'].join('+'));
  return chord === null ? { ...given } : { ...given, modifiers: splitChord(chord).modifiers };
}

function snakeCase(name: string): string {
  const parted = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  return parted.toLowerCase().replace(/[\s-]+/g, '_');
}

/** The window in one argument, however it was named. */
export function oneWindow(given: Given): Read {
  const { window: written } = given;
  const window = windowByName(written);
  if (window !== written) return { ...given, window };
  if (typeof window === 'string') return { ...given, window: windowInText(window) };
  const named = [...windowNames, ...roleOfWindow(given)].filter((name) => given[name] !== undefined);
  if (window !== undefined || named.length === 0) return { ...given, ...inText(given, 'window') };
  const rest = Object.fromEntries(Object.entries(given).filter(([key]) => !named.includes(key)));
  return {
    ...rest,
    window: Object.fromEntries(named.map((name) => [name === 'app_name' ? 'app' : name, given[name]])),
  };
}

/** A window in JSON: an object, a text, or a list of one text. */
function windowInText(text: string): unknown {
  const [, one] = /^\s*\[?\s*"([^"\\]+)"\s*\]?\s*$/.exec(text) ?? [];
  return objectInText(text) ?? one ?? text;
}

/** Some clients call the title of a window its name. */
function windowByName(window: unknown): unknown {
  if (Array.isArray(window) && window.length === 1) return window[0];
  if (!isObject(window)) return window;
  const parts = Object.entries(window).map(([key, value]) => [snakeCase(key), value] as const);
  const named = parts.map(([key, value]) => [partsOfWindow[key] ?? key, value] as const);
  const isSame = named.every(([key], at) => key === Object.keys(window)[at]);
  return isSame || new Set(named.map(([key]) => key)).size < named.length ? window : Object.fromEntries(named);
}

const partsOfWindow: Readonly<Record<string, string>> = {
  name: 'title',
  window: 'title',
  window_title: 'title',
  window_name: 'title',
  app_name: 'app',
  window_handle: 'handle',
  window_id: 'handle',
};

/** Windows have few roles; any other role is an element's. */
function roleOfWindow({ role }: Given): readonly string[] {
  return role === 'dialog' || role === 'main' ? ['role'] : [];
}

/** A selector names an element, and so does a position. */
export function oneElement(given: Given): Read {
  const flat = elementInParts(given);
  const { element: called, role, ...rest } = { ...described(flat), ...elementAtPlace(flat) };
  const element = refIn(called);
  const type = typeof role === 'string' && rest['control_type'] === undefined ? { control_type: role } : { role };
  const named = { ...rest, ...(role !== undefined && type) };
  if (typeof element === 'number') return { ...named, element: String(element) };
  const selector = typeof element === 'string' ? elementInWords(element).selector : undefined;
  if (selector !== undefined) return { ...named, selector };
  return element === undefined ? named : { ...named, element };
}

/** A ref as other servers write it: `ref=e12`, `@e12`, `[e12]`, or a whole line that begins with one. */
export function refIn(element: unknown): unknown {
  if (typeof element !== 'string') return element;
  const [, bare, inLine] = /^\s*(?:@|ref\s*[=:]\s*)(e\d+)\s*$|^\s*\[(?:ref\s*=\s*)?(e\d+)\]/.exec(element) ?? [];
  return bare ?? inLine ?? element;
}

/** Properties that may name an element. */
const elementNames: readonly string[] = [
  ...(['name', 'control_type', 'type', 'role', 'automation_id', 'selector', 'element', 'window'] as const),
];

/** `element: { name, control_type }` as separate arguments; unchanged if one is given twice. */
function elementInParts(given: Given): Given {
  const { element, ...beside } = given;
  const one: unknown = Array.isArray(element) && element.length === 1 ? element[0] : element;
  const written = typeof one === 'string' ? objectInText(one) : one;
  if (!isObject(written)) return given;
  if (isObject(written['element']) && Object.keys(written).length === 1)
    return elementInParts({ ...beside, element: written['element'] });
  const { type, ...parts } = ownNames(alsoCalled(written, 'name', ['text', 'label', 'title']));
  const named: Read = { ...(type !== undefined && { control_type: type }), ...parts };
  const keys = Object.keys(named);
  const isNamed = keys.length > 0 && keys.every((key) => elementNames.includes(key) && beside[key] === undefined);
  return isNamed ? { ...beside, ...named } : given;
}

/** Playwright’s server has a description in `element`, besides `ref`. */
function described({ element, ref, ...given }: Given): Read {
  if (ref === undefined) return { ...given, ...(element !== undefined && { element }) };
  const isWords =
    typeof element === 'string' && !/^e?\d+$/.test(element) && elementInWords(element).called !== undefined;
  return isWords && !pointIn(element) ? { ...given, element: ref } : { ...given, element, ref };
}

/** `x` and `y`, or a position under another name, in place of an element. */
function elementAtPlace(given: Given): Read {
  if (typeof given['element'] === 'string' || given['name'] !== undefined || given['selector'] !== undefined) return {};
  if (given['width'] !== undefined || given['height'] !== undefined) return {};
  const { x, y, ...rest } = onePlace(given);
  const at = pointIn(`${String(x)},${String(y)}`);
  if (!at) return {};
  const used = Object.keys(given).filter((key) => !Object.hasOwn(rest, key));
  return { ...Object.fromEntries(used.map((key) => [key, undefined])), element: `${at.x},${at.y}` };
}

/** Start and end of a drag in any form: an element or position as text, `[480, 330]`, or two numbers. */
export function twoPlaces(called: Given): Read {
  const given = numbered(byRefs(called));
  const from = alsoCalled(given, 'from', [
    'source',
    'start',
    'from_element',
    'source_element',
    'start_element',
    'start_coordinate',
  ]);
  const both = alsoCalled(from, 'to', [
    'target',
    'end',
    'destination',
    'to_element',
    'target_element',
    'end_element',
    'end_coordinate',
  ]);
  return oneEnd(oneEnd(both, 'from', ['from', 'start', 'source']), 'to', ['to', 'end', 'target']);
}

/** Playwright’s server has descriptions of the ends besides their refs. */
function byRefs({ start_ref: start, end_ref: end, ...given }: Given): Read {
  const { start_element: _from, end_element: _to, ...rest } = given;
  if (start === undefined || end === undefined)
    return { ...given, ...asGiven('start_ref', start), ...asGiven('end_ref', end) };
  return { ...rest, from: start, to: end };
}

/** `x1, y1, x2, y2`. */
function numbered(given: Given): Read {
  const { x1, y1, x2, y2, ...rest } = given;
  if ([x1, y1, x2, y2].includes(undefined)) return { ...given };
  return { ...rest, start_x: x1, start_y: y1, end_x: x2, end_y: y2 };
}

function asGiven(name: string, value: unknown): Read {
  return value === undefined ? {} : { [name]: value };
}

function oneEnd(given: Given, own: 'from' | 'to', prefixes: readonly string[]): Read {
  const { x: atX, y: atY } = inWholePixels(placeIn(given[own]) ?? {});
  const at = pointIn(`${String(atX)},${String(atY)}`);
  if (at) return { ...given, [own]: `${at.x},${at.y}` };
  if (given[own] !== undefined) return { ...given, [own]: refIn(given[own]) };
  const prefix = prefixes.find((one) => given[`${one}_x`] !== undefined && given[`${one}_y`] !== undefined);
  if (prefix === undefined) return { ...given };
  const { [`${prefix}_x`]: x, [`${prefix}_y`]: y, ...rest } = given;
  return { ...rest, [own]: `${String(x)},${String(y)}` };
}

/** The first given of these arguments, under the tool's name. */
export function alsoCalled(given: Given, own: string, names: readonly string[]): Read {
  const name = names.find((one) => given[one] !== undefined);
  if (name === undefined || given[own] !== undefined) return { ...given };
  const { [name]: value, ...rest } = given;
  return { ...rest, [own]: value };
}

/** One click or two, however counted. */
export function oneOrTwoClicks(given: Given): Read {
  const named = alsoCalled(given, 'double', ['double_click', 'clicks', 'click_count']);
  const { double } = named;
  const clicks = double === 2 || double === '2' ? true : double;
  return { ...named, ...(double !== undefined && { double: clicks === 1 || clicks === '1' ? false : clicks }) };
}

/** A number in place of a text. */
export function inText(given: Given, name: string): Read {
  const value = given[name];
  return typeof value === 'number' ? { [name]: String(value) } : {};
}

/** `[480, 330]`, `480,330` and `{ x, y }` under any of these names, as x and y. */
export function onePlace(given: Given): Read {
  for (const name of [...placeNames, 'element']) {
    const { [name]: place, ...rest } = given;
    const found = placeIn(place);
    if (found) return { ...rest, ...inWholePixels(found) };
  }
  return inWholePixels(given);
}

/** The middle of a box may lie between two pixels; numbers up to 1 may be fractions of a window, and are unchanged. */
function inWholePixels(place: object): Read {
  const { x, y } = place as Given;
  const isPixels = [x, y].every((at) => typeof at === 'number' && at > 1);
  return isPixels ? { ...place, x: Math.round(x as number), y: Math.round(y as number) } : { ...place };
}

function placeIn(place: unknown): object | null {
  if (typeof place === 'string') return pointInWords(place) ?? placeIn(objectInText(place));
  if (Array.isArray(place)) {
    if (place.length === 1) return placeIn(place[0]);
    return place.length === 2 ? { x: place[0] as unknown, y: place[1] as unknown } : null;
  }
  if (!isObject(place)) return null;
  const parts = Object.fromEntries(Object.entries(place).map(([key, value]) => [snakeCase(key), value]));
  const [only, ...others] = Object.keys(parts);
  if (only !== undefined && others.length === 0 && placeNames.includes(only)) return placeIn(parts[only]);
  const { left: x, top: y, ...rest } = parts;
  if (rest['x'] !== undefined && rest['y'] !== undefined) return parts;
  return x !== undefined && y !== undefined ? { ...rest, x, y } : place;
}

const placeNames: readonly string[] = ['coordinate', 'coordinates', 'point', 'position', 'at'];

/** `480,330`, `(480, 330)`, `480 330`, `x=480, y=330` */
function pointInWords(text: string): object | null {
  const number = String.raw`(-?\d{1,6})(?:\.0*)?`;
  const words = new RegExp(
    String.raw`^\s*[([]?\s*(?:x\s*[=:]\s*)?${number}\s*[\s,;x]\s*(?:y\s*[=:]\s*)?${number}\s*[)\]]?\s*$`,
    'i',
  );
  const [, x, y] = words.exec(text) ?? [];
  return x === undefined || y === undefined ? null : { x: Number(x), y: Number(y) };
}

/** A rectangle with sides converted to size. Lists of four are ambiguous and unchanged. */
export function oneRectangle(given: Given): Read {
  const { x: flatX, y: flatY, width: flatWidth, height: flatHeight, ...others } = given;
  const isFlat = [flatX, flatY, flatWidth, flatHeight].every((side) => side !== undefined);
  if (isFlat && given['region'] === undefined) {
    return { ...others, region: { x: flatX, y: flatY, width: flatWidth, height: flatHeight } };
  }
  const region = partsOfRegion(given['region']);
  if (!region) return { ...given };
  const { left, top, right, bottom, x1, y1, x2, y2, w, h, unit, ...rest } = region;
  const [x, y] = [rest['x'] ?? left ?? x1, rest['y'] ?? top ?? y1];
  const width = rest['width'] ?? w ?? difference(right ?? x2, x);
  const height = rest['height'] ?? h ?? difference(bottom ?? y2, y);
  const isPixels = unit === undefined || (typeof unit === 'string' && /^(px|pixels?)$/i.test(unit));
  const sides = Object.entries({ ...rest, ...(!isPixels && { unit }), x, y, width, height }).filter(
    ([, side]) => side !== undefined && side !== null,
  );
  const { region: _, ...without } = given;
  return sides.length === 0 ? without : { ...given, region: Object.fromEntries(sides) };
}

function partsOfRegion(region: unknown): Read | undefined {
  if (typeof region === 'string') return partsOfRegion(objectInText(region));
  if (Array.isArray(region)) return region.length === 1 ? partsOfRegion(region[0]) : undefined;
  if (!isObject(region)) return undefined;
  return Object.fromEntries(Object.entries(region).map(([key, value]) => [snakeCase(key), value]));
}

function difference(end: unknown, start: unknown): number | undefined {
  return typeof end === 'number' && typeof start === 'number' ? end - start : undefined;
}
