import { alignmentOf, parseSignature, type Basic, type Type } from './signature.ts';
import { quoted } from '#contract/foreign-text';

/** A variant: a value with its type. */
export interface Variant {
  readonly signature: string;
  readonly value: unknown;
}

const parsed = new Map<string, readonly Type[]>();

/**
 * A growing little-endian buffer with D-Bus alignment. Padding is always written as zeros: the bus disconnects a
 * client that leaves anything else there.
 */
export class Writer {
  #bytes: Buffer;
  #length = 0;

  constructor(capacity = 512) {
    this.#bytes = Buffer.alloc(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** The bytes written so far; valid until the next write. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Truncates to `length`. */
  truncate(length: number): void {
    this.#length = length;
  }

  align(to: number): void {
    const target = (this.#length + to - 1) & ~(to - 1);
    this.#reserve(target - this.#length);
    while (this.#length < target) this.#bytes[this.#length++] = 0;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#length = this.#bytes.writeUInt8(value, this.#length);
  }

  uint32(value: number): void {
    this.align(4);
    this.#reserve(4);
    this.#length = this.#bytes.writeUInt32LE(value, this.#length);
  }

  int32(value: number): void {
    this.align(4);
    this.#reserve(4);
    this.#length = this.#bytes.writeInt32LE(value, this.#length);
  }

  double(value: number): void {
    this.align(8);
    this.#reserve(8);
    this.#length = this.#bytes.writeDoubleLE(value, this.#length);
  }

  string(text: string): void {
    const size = Buffer.byteLength(text);
    this.uint32(size);
    this.#reserve(size + 1);
    this.#bytes.write(text, this.#length, 'utf8');
    this.#length += size;
    this.byte(0);
  }

  signature(text: string): void {
    this.byte(text.length);
    this.#reserve(text.length + 1);
    this.#bytes.write(text, this.#length, 'latin1');
    this.#length += text.length;
    this.byte(0);
  }

  append(bytes: Buffer): void {
    this.#reserve(bytes.length);
    bytes.copy(this.#bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Overwrites four bytes written earlier. */
  patch(at: number, value: number): void {
    this.#bytes.writeUInt32LE(value, at);
  }

  #reserve(size: number): void {
    const needed = this.#length + size;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.alloc(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

/**
 * Writes the arguments of a call.
 * @throws TypeError if a value does not fit the signature
 */
export function writeBody(writer: Writer, signature: string, values: readonly unknown[]): void {
  let types = parsed.get(signature);
  if (!types) {
    types = parseSignature(signature);
    parsed.set(signature, types);
  }
  if (types.length !== values.length) throw new TypeError(`${quoted(signature)} needs ${types.length} values.`);
  types.forEach((type, i) => writeValue(writer, type, values[i]));
}

type Write = (writer: Writer, value: unknown) => void;

/** The fixed and text types that occur in our arguments. */
const basicWriters: Readonly<Partial<Record<Basic, Write>>> = {
  s: (writer, value) => writer.string(expect(value, 'string')),
  o: (writer, value) => writer.string(expect(value, 'string')),
  g: (writer, value) => writer.signature(expect(value, 'string')),
  u: (writer, value) => writer.uint32(expect(value, 'number')),
  h: (writer, value) => writer.uint32(expect(value, 'number')),
  i: (writer, value) => writer.int32(expect(value, 'number')),
  b: (writer, value) => writer.uint32(expect(value, 'boolean') ? 1 : 0),
  d: (writer, value) => writer.double(expect(value, 'number')),
};

function writeValue(writer: Writer, type: Type, value: unknown): void {
  if (type.k === 'v') writeVariant(writer, value);
  else if (type.k === 'a') writeArray(writer, type.of, value);
  else if (type.k === '{') writeEntry(writer, type, value);
  else if (type.k === '(') writeStruct(writer, type, value);
  else writeBasic(writer, type.k, value);
}

/** A dictionary is an array of pairs. */
function writeEntry(writer: Writer, { key, value: of }: Extract<Type, { k: '{' }>, pair: unknown): void {
  if (!Array.isArray(pair)) throw new TypeError('A pair is needed.');
  writer.align(8);
  writeValue(writer, key, pair[0]);
  writeValue(writer, of, pair[1]);
}

function writeStruct(writer: Writer, { members }: Extract<Type, { k: '(' }>, values: unknown): void {
  if (!Array.isArray(values) || values.length !== members.length)
    throw new TypeError(`A structure of ${members.length} values is needed.`);
  writer.align(8);
  members.forEach((member, i) => writeValue(writer, member, values[i]));
}

function writeBasic(writer: Writer, code: Exclude<Type['k'], 'v' | 'a' | '{' | '('>, value: unknown): void {
  const write = basicWriters[code];
  if (!write) throw new TypeError(`Values of type ${quoted(code)} are not written.`);
  write(writer, value);
}

function writeVariant(writer: Writer, value: unknown): void {
  const { signature, value: inner } = value as Variant;
  writer.signature(signature);
  writeBody(writer, signature, [inner]);
}

function writeArray(writer: Writer, of: Type, value: unknown): void {
  if (!Array.isArray(value)) throw new TypeError('An array is needed.');
  writer.uint32(0);
  const sizeAt = writer.length - 4;
  writer.align(alignmentOf(of));
  const start = writer.length;
  for (const item of value) writeValue(writer, of, item);
  writer.patch(sizeAt, writer.length - start);
}

interface Primitives {
  string: string;
  number: number;
  boolean: boolean;
}

function expect<K extends keyof Primitives>(value: unknown, kind: K): Primitives[K] {
  if (typeof value !== kind) throw new TypeError(`A ${kind} is needed, not ${typeof value}.`);
  return value as Primitives[K];
}
