import type { XProperty } from 'x11';
import { decodeCompoundText } from './compound-text.ts';
import type { XConnection } from './connection.ts';

const anyType = 0;

/** The bytes of a window property; empty if the window lacks it. `maxBytes` limits the read. */
export async function readProperty(
  x: XConnection,
  window: number,
  name: string,
  maxBytes = 4096,
): Promise<{ readonly type: number; readonly data: Buffer }> {
  const atom = await x.atom(name);
  return x.ask((client, done) => client.GetProperty(0, window, atom, anyType, 0, Math.ceil(maxBytes / 4), done));
}

/** A property of 32-bit values, e.g. window ids, atoms or cardinals. */
export async function readNumbers(x: XConnection, window: number, name: string, maxBytes = 4096): Promise<number[]> {
  return numbersOf((await readProperty(x, window, name, maxBytes)).data);
}

export function numbersOf(data: Buffer): number[] {
  const numbers: number[] = [];
  for (let at = 0; at + 4 <= data.length; at += 4) numbers.push(data.readUInt32LE(at));
  return numbers;
}

/** A text property: UTF-8 or COMPOUND_TEXT by its type, else Latin-1, as ICCCM defines STRING. */
export async function readText(x: XConnection, window: number, name: string): Promise<string> {
  const [property, types] = await Promise.all([readProperty(x, window, name), textTypes(x)]);
  return propertyText(property, types);
}

/** Atoms of the text property types. */
export interface TextTypes {
  readonly utf8: number;
  readonly compound: number;
}

export async function textTypes(x: XConnection): Promise<TextTypes> {
  const [utf8, compound] = await Promise.all([x.atom('UTF8_STRING'), x.atom('COMPOUND_TEXT')]);
  return { utf8, compound };
}

/** Decodes a property that was already read, by its type: see {@link readText}. */
export function propertyText({ type, data }: Pick<XProperty, 'type' | 'data'>, { utf8, compound }: TextTypes): string {
  if (type === compound) return decodeCompoundText(data);
  return data.toString(type === utf8 ? 'utf8' : 'latin1');
}
