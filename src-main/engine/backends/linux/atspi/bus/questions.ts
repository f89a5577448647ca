import type { Rect } from '#contract/model/geometry';
import type { Answer } from '../../dbus/connection.ts';
import { encodedBody, type Call } from '../../dbus/message.ts';
import * as names from '../vocabulary/names.ts';
import { refFrom, type Ref } from '../vocabulary/ref.ts';
import type { StateSet } from '../vocabulary/states.ts';

/** Origin of coordinates: AtspiCoordType (atspi-constants.h). Qt answers parent coordinates incorrectly. */
export const coordinateTypes = { screen: 0, window: 1 } as const;
export type Coordinates = keyof typeof coordinateTypes;

/** A query for an accessible object, and the parser of its answer. */
export interface Question<T> extends Answer<T> {
  readonly call: Pick<Call, 'interface' | 'member' | 'signature' | 'body' | 'encoded'>;
}

export const name = property(names.accessible, 'Name', text);
export const description = property(names.accessible, 'Description', text);
/** The developer's id for the element, if the toolkit has such ids. */
export const accessibleId = property(names.accessible, 'AccessibleId', text);
export const childCount = property(names.accessible, 'ChildCount', number);
export const parent = property(names.accessible, 'Parent', refFrom);
export const characterCount = property(names.text, 'CharacterCount', number);
export const currentValue = property(names.value, 'CurrentValue', number);
export const role = method(names.accessible, 'GetRole', number);
export const states = method(names.accessible, 'GetState', stateSet);
export const interfaces = method(names.accessible, 'GetInterfaces', interfaceSet);
export const attributes = method(names.accessible, 'GetAttributes', attributeMap);
export const children = method(names.accessible, 'GetChildren', refs);
export const indexInParent = method(names.accessible, 'GetIndexInParent', number);
/** Bounds as reported by the toolkit, uncorrected; see `toolkits`. */
export const extentsIn: Readonly<Record<Coordinates, Question<Rect>>> = {
  screen: method(names.component, 'GetExtents', rect, 'u', [coordinateTypes.screen]),
  window: method(names.component, 'GetExtents', rect, 'u', [coordinateTypes.window]),
};

/** Several properties of an element in one call. Crashes Qt 5.15 (4 of 4 apps), so Qt is never asked. */
export const properties = method(names.properties, 'GetAll', severalProperties, 's', [names.accessible]);

export function childAt(index: number): Question<Ref | null> {
  return method(names.accessible, 'GetChildAtIndex', refFrom, 'i', [index]);
}

/** A selected item of a selection container. */
export function selectedChild(index: number): Question<Ref | null> {
  return method(names.selection, 'GetSelectedChild', refFrom, 'i', [index]);
}

/** The app's own hit test; most toolkits descend one level per call. */
export function childAtPoint(x: number, y: number, from: Coordinates): Question<Ref | null> {
  return method(names.component, 'GetAccessibleAtPoint', refFrom, 'iiu', [x, y, coordinateTypes[from]]);
}

/** Whether an element contains a point, in the coordinates of its extents. */
export function contains(x: number, y: number, from: Coordinates): Question<boolean> {
  return method(names.component, 'Contains', (value) => value === true, 'iiu', [x, y, coordinateTypes[from]]);
}

/** Text of the element, at most `limit` characters. */
export function textUpTo(limit: number): Question<string> {
  return method(names.text, 'GetText', content, 'ii', [0, limit]);
}

/** AtspiTextGranularity (atspi-constants.h). */
const wholeLine = 3;

/** The first line as displayed, which differs from the text of a password field. */
export const shownLine = method(names.text, 'GetStringAtOffset', content, 'iu', [0, wholeLine]);

/** Same query, with a fallback answer if the app refuses. */
export function orInstead<T, U>(question: Question<T>, value: U): Question<T | U> {
  return { ...question, instead: { value } };
}

export interface SeveralProperties {
  readonly name: string;
  readonly description: string;
  readonly childCount: number;
  readonly parent: Ref | null;
  /** Null if the toolkit does not expose it as a property. */
  readonly attributes: ReadonlyMap<string, string> | null;
}

function method<T>(
  face: string,
  member: string,
  read: (value: unknown) => T,
  signature?: string,
  body: readonly unknown[] = [],
): Question<T> {
  const given = signature === undefined ? {} : { signature, body, encoded: encodedBody(signature, body) };
  return { call: { interface: face, member, ...given }, read: (values) => read(values[0]) };
}

function property<T>(face: string, property: string, read: (value: unknown) => T): Question<T> {
  return method(names.properties, 'Get', read, 'ss', [face, property]);
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Firefox appends U+FEFF to each character outside the BMP, so that its UTF-16 offsets fit. */
const filler = /(?<=[\uD800-\uDBFF][\uDC00-\uDFFF])\uFEFF/g;

/** A text of an element. */
export function content(value: unknown): string {
  return text(value).replace(filler, '');
}

export function number(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

export function stateSet(value: unknown): StateSet {
  const [low, high] = Array.isArray(value) ? (value as unknown[]) : [];
  return [number(low), number(high)];
}

const interfacePrefix = /^org\.a11y\.atspi\./;
/** Interned: apps have few combinations for very many elements. Bounded, since the strings are untrusted. */
const known = new Map<string, ReadonlySet<string>>();
const maxKnown = 1_000;

export function interfaceSet(value: unknown): ReadonlySet<string> {
  const found = Array.isArray(value) ? (value as unknown[]) : [];
  const key = found.join();
  let set = known.get(key);
  if (!set) {
    set = new Set(found.map((face) => text(face).replace(interfacePrefix, '')));
    if (known.size < maxKnown) known.set(key, set);
  }
  return set;
}

export function refs(value: unknown): readonly Ref[] {
  const found = Array.isArray(value) ? value : [];
  return found.map(refFrom).filter((ref) => ref !== null);
}

function attributeMap(value: unknown): ReadonlyMap<string, string> {
  if (!(value instanceof Map)) return new Map();
  return new Map([...(value as Map<unknown, unknown>)].map(([name, word]) => [text(name), text(word)]));
}

function rect(value: unknown): Rect {
  const [x, y, width, height] = Array.isArray(value) ? (value as unknown[]) : [];
  return { x: number(x), y: number(y), width: number(width), height: number(height) };
}

function severalProperties(value: unknown): SeveralProperties {
  const found = value instanceof Map ? (value as Map<string, unknown>) : new Map<string, unknown>();
  const given = found.get('Attributes');
  return {
    name: text(found.get('Name')),
    description: text(found.get('Description')),
    childCount: number(found.get('ChildCount')),
    parent: refFrom(found.get('Parent')),
    attributes: given instanceof Map ? attributeMap(given) : null,
  };
}
