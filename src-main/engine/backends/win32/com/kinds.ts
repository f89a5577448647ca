import type { NativeBox, NativePoint, NativeRect } from '../native/types.ts';
import { readAddress, type ComPointer, type InterfaceName } from './memory.ts';
import { allocateArray, freeArray, readArray, type ArrayValue } from './array.ts';
import { guidBytes } from './guid.ts';
import { allocateString, freeString, readString, allocateText, freeText, readText } from './text.ts';
import { allocateVariant, clearVariant, freeVariant, readVariant, variantSize } from './variant.ts';
import type { NativeVariant, VariantValue } from './variant.ts';

/** The JavaScript type of each kind of parameter, except objects. */
interface Values {
  readonly int: number;
  readonly uint: number;
  readonly flag: boolean;
  readonly double: number;
  readonly text: string;
  /** A string of the Windows Runtime. */
  readonly string: string;
  /** A one-byte boolean of the Windows Runtime. */
  readonly boolean: boolean;
  readonly box: NativeBox;
  readonly guid: string;
  readonly handle: number;
  readonly point: NativePoint;
  readonly rect: NativeRect;
  readonly array: ArrayValue;
  readonly variant: VariantValue;
  /** Our memory, or an address. */
  readonly pointer: Uint8Array | number;
}
export type PlainKind = keyof Values;
/** Type of a parameter, in or out; an interface's name means an object. */
export type Kind = PlainKind | InterfaceName;

/** Input objects may be null; output objects may be null even on success. */
export type ValueOf<K> = K extends PlainKind ? Values[K] : K extends InterfaceName ? ComPointer<K> | null : never;

interface Taken {
  /** In koffi's syntax. */
  readonly type: string;
  /** The passed value; defaults to the same value. */
  readonly pass?: (value: never) => unknown;
  /** Called with the passed value after the call. */
  readonly free?: (passed: never) => void;
}

interface Given {
  readonly size: number;
  /** Reads the value, and frees its carrier. */
  readonly read: (view: DataView, bytes: Uint8Array) => unknown;
}

const taken: Readonly<Record<PlainKind, Taken>> = {
  int: { type: 'int32' },
  uint: { type: 'uint32' },
  flag: { type: 'int32', pass: (value: boolean) => (value ? 1 : 0) },
  double: { type: 'double' },
  text: { type: 'uintptr_t', pass: (value: string) => allocateText(value), free: (passed: number) => freeText(passed) },
  string: {
    type: 'uintptr_t',
    pass: (value: string) => allocateString(value),
    free: (passed: number) => freeString(passed),
  },
  boolean: { type: 'uint8', pass: (value: boolean) => (value ? 1 : 0) },
  box: { type: 'BOX' },
  guid: { type: 'void*', pass: (value: string) => guidBytes(value) },
  handle: { type: 'HWND' },
  point: { type: 'POINT' },
  rect: { type: 'RECT' },
  array: {
    type: 'uintptr_t',
    pass: (value: readonly number[]) => allocateArray(value),
    free: (passed: number) => freeArray(passed),
  },
  variant: {
    type: 'VARIANT',
    pass: (value: VariantValue) => allocateVariant(value),
    free: (passed: NativeVariant) => freeVariant(passed),
  },
  pointer: { type: 'void*', pass: (value: Uint8Array | number) => (typeof value === 'number' ? BigInt(value) : value) },
};
const takenObject: Taken = { type: 'uintptr_t', pass: (value: ComPointer | null) => value ?? 0 };

const given: Readonly<Record<PlainKind, Given>> = {
  int: { size: 4, read: (view) => view.getInt32(0, true) },
  uint: { size: 4, read: (view) => view.getUint32(0, true) },
  flag: { size: 4, read: (view) => view.getInt32(0, true) !== 0 },
  double: { size: 8, read: (view) => view.getFloat64(0, true) },
  text: { size: 8, read: (view) => readOnce(readAddress(view, 0), readText, freeText) },
  string: { size: 8, read: (view) => readOnce(readAddress(view, 0), readString, freeString) },
  boolean: { size: 1, read: (view) => view.getUint8(0) !== 0 },
  box: { size: 16, read: readBox },
  guid: { size: 16, read: (_, bytes) => Buffer.from(bytes) },
  handle: { size: 8, read: (view) => readAddress(view, 0) },
  point: { size: 8, read: (view) => ({ x: view.getInt32(0, true), y: view.getInt32(4, true) }) },
  rect: { size: 16, read: readRect },
  array: { size: 8, read: (view) => readOnce(readAddress(view, 0), readArray, freeArray) },
  variant: { size: variantSize, read: readGivenVariant },
  pointer: { size: 8, read: (view) => readAddress(view, 0) },
};
const givenObject: Given = { size: 8, read: (view) => readAddress(view, 0) || null };

export function takenAs(kind: Kind): Taken {
  return kind in taken ? taken[kind as PlainKind] : takenObject;
}

export function givenAs(kind: Kind): Given {
  return kind in given ? given[kind as PlainKind] : givenObject;
}

export function isObject(kind: Kind): kind is InterfaceName {
  return !(kind in given);
}

function readOnce<T>(address: number, read: (address: number) => T, free: (address: number) => void): T {
  try {
    return read(address);
  } finally {
    free(address);
  }
}

function readGivenVariant(view: DataView, bytes: Uint8Array): VariantValue {
  try {
    return readVariant(view);
  } finally {
    clearVariant(view, bytes);
  }
}

function readBox(view: DataView): NativeBox {
  const [x, y] = [view.getFloat32(0, true), view.getFloat32(4, true)];
  return { x, y, width: view.getFloat32(8, true), height: view.getFloat32(12, true) };
}

function readRect(view: DataView): NativeRect {
  const [left, top] = [view.getInt32(0, true), view.getInt32(4, true)];
  return { left, top, right: view.getInt32(8, true), bottom: view.getInt32(12, true) };
}
