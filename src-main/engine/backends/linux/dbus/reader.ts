import { alignmentOf, parseSignature, type Basic, type Type } from './signature.ts';

/** Read position: an offset into a little-endian message that starts at offset 0. */
export interface Cursor {
  readonly bytes: Buffer;
  at: number;
}

type Read = (cursor: Cursor) => unknown;

const compiled = new Map<string, readonly Read[]>();

/**
 * Reads the values of a message body. Structs and arrays become arrays, dictionaries Maps, variants their value;
 * 64-bit integers become numbers, since accessibility uses none beyond 2^53.
 */
export function readBody(signature: string, cursor: Cursor): unknown[] {
  let readers = compiled.get(signature);
  if (!readers) {
    readers = parseSignature(signature).map(compile);
    compiled.set(signature, readers);
  }
  return readers.map((read) => read(cursor));
}

function compile(type: Type): Read {
  if (type.k === 'a') {
    return type.of.k === '{' ? mapReader(compile(type.of.key), compile(type.of.value)) : arrayReader(type.of);
  }
  if (type.k === '(') return structReader(type.members.map(compile));
  if (type.k === 'v') return (cursor) => readBody(readSignature(cursor), cursor)[0];
  if (type.k === '{') throw new TypeError('A dictionary entry stands only in an array.');
  return basicReaders[type.k];
}

function structReader(members: readonly Read[]): Read {
  return (cursor) => {
    align(cursor, 8);
    return members.map((read) => read(cursor));
  };
}

function arrayReader(of: Type): Read {
  const read = compile(of);
  const alignment = alignmentOf(of);
  return (cursor) => {
    const end = openArray(cursor, alignment);
    const values: unknown[] = [];
    while (cursor.at < end) values.push(read(cursor));
    return values;
  };
}

function mapReader(readKey: Read, readValue: Read): Read {
  return (cursor) => {
    const end = openArray(cursor, 8);
    const values = new Map<unknown, unknown>();
    while (cursor.at < end) {
      align(cursor, 8);
      const key = readKey(cursor);
      values.set(key, readValue(cursor));
    }
    return values;
  };
}

/** Skips the length of an array and the padding before its first element; returns its end. */
function openArray(cursor: Cursor, alignment: number): number {
  const length = readUInt32(cursor);
  align(cursor, alignment);
  if (cursor.at + length > cursor.bytes.length) throw new RangeError('an array is longer than its message');
  return cursor.at + length;
}

const basicReaders: Readonly<Record<Basic, Read>> = {
  y: (cursor) => cursor.bytes.readUInt8(advance(cursor, 1)),
  b: (cursor) => readUInt32(cursor) !== 0,
  n: (cursor) => cursor.bytes.readInt16LE(advance(cursor, 2)),
  q: (cursor) => cursor.bytes.readUInt16LE(advance(cursor, 2)),
  i: (cursor) => cursor.bytes.readInt32LE(advance(cursor, 4)),
  u: readUInt32,
  h: readUInt32,
  x: (cursor) => Number(cursor.bytes.readBigInt64LE(advance(cursor, 8))),
  t: (cursor) => Number(cursor.bytes.readBigUInt64LE(advance(cursor, 8))),
  d: (cursor) => cursor.bytes.readDoubleLE(advance(cursor, 8)),
  s: readString,
  o: readString,
  g: readSignature,
};

function readUInt32(cursor: Cursor): number {
  return cursor.bytes.readUInt32LE(advance(cursor, 4));
}

function readString(cursor: Cursor): string {
  const length = readUInt32(cursor);
  const start = cursor.at;
  if (start + length >= cursor.bytes.length) throw new RangeError('a string is longer than its message');
  cursor.at = start + length + 1;
  return length === 0 ? '' : cursor.bytes.toString('utf8', start, start + length);
}

function readSignature(cursor: Cursor): string {
  const length = cursor.bytes.readUInt8(cursor.at);
  const start = cursor.at + 1;
  cursor.at = start + length + 1;
  return cursor.bytes.toString('latin1', start, start + length);
}

function align(cursor: Cursor, to: number): void {
  cursor.at = (cursor.at + to - 1) & ~(to - 1);
}

/** Aligns to the size, advances by it and returns where the value starts. */
function advance(cursor: Cursor, size: number): number {
  align(cursor, size);
  const start = cursor.at;
  cursor.at = start + size;
  return start;
}
