import koffi from 'koffi';
import { declare } from '../native/library.ts';
import { allocateArray, freeArray, readArray, type ArrayValue, variantTypes } from './array.ts';
import { readAddress } from './memory.ts';
import { allocateText, freeText, readText } from './text.ts';

/** The supported values of a VARIANT; undefined if empty, and for objects. */
export type VariantValue = number | boolean | string | ArrayValue | undefined;

/** A VARIANT as koffi passes it by value. */
export interface NativeVariant {
  readonly type: number;
  readonly reserved: number;
  readonly moreReserved: number;
  readonly value: bigint;
  readonly second: bigint;
}

/** Of 64-bit programs: https://learn.microsoft.com/windows/win32/api/oaidl/ns-oaidl-variant */
export const variantSize = 24;
const valueAt = 8;

koffi.struct('VARIANT', {
  type: 'uint16',
  reserved: 'uint16',
  moreReserved: 'uint32',
  value: 'uint64',
  second: 'uint64',
});
const variantClear = declare<(variant: Uint8Array) => number>('oleaut32', 'int32 VariantClear(void* variant)');

/** The types of addresses in a VARIANT. */
export interface VariantReaders {
  text(address: number): string;
  array(address: number, type: number): ArrayValue;
}
const readers: VariantReaders = { text: readText, array: readArray };

/** Reads a VARIANT without changing it. */
export function readVariant(view: DataView, read: VariantReaders = readers): VariantValue {
  const type = view.getUint16(0, true);
  if ((type & variantTypes.array) !== 0) return read.array(readAddress(view, valueAt), type & ~variantTypes.array);
  switch (type) {
    case variantTypes.int32:
    case variantTypes.int:
      return view.getInt32(valueAt, true);
    case variantTypes.text:
      return read.text(readAddress(view, valueAt));
    case variantTypes.flag:
      return view.getInt16(valueAt, true) !== 0;
    case variantTypes.double:
      return view.getFloat64(valueAt, true);
    default:
      return readRareNumber(view, type);
  }
}

function readRareNumber(view: DataView, type: number): number | undefined {
  switch (type) {
    case variantTypes.float:
      return view.getFloat32(valueAt, true);
    case variantTypes.int8:
      return view.getInt8(valueAt);
    case variantTypes.uint8:
      return view.getUint8(valueAt);
    case variantTypes.int16:
      return view.getInt16(valueAt, true);
    case variantTypes.uint16:
      return view.getUint16(valueAt, true);
    case variantTypes.uint32:
    case variantTypes.uint:
      return view.getUint32(valueAt, true);
    case variantTypes.int64:
      return Number(view.getBigInt64(valueAt, true));
    case variantTypes.uint64:
      return Number(view.getBigUint64(valueAt, true));
    default:
      return undefined;
  }
}

/** Frees the content of a VARIANT that was returned to us. `bytes` are those of `view`. */
export function clearVariant(view: DataView, bytes: Uint8Array): void {
  // Only texts, arrays and objects own memory, and most values are neither, so the call is saved.
  const type = view.getUint16(0, true);
  if (type >= variantTypes.text && type !== variantTypes.flag && !isNumber(type)) variantClear(bytes);
}

function isNumber(type: number): boolean {
  return type >= variantTypes.int8 && type <= variantTypes.uint;
}

/** Integers become 32-bit integers, others doubles, lists of numbers arrays. To be freed with `freeVariant`. */
export function allocateVariant(value: VariantValue): NativeVariant {
  if (value === undefined) return variant(variantTypes.empty, 0n);
  if (typeof value === 'string') return variant(variantTypes.text, BigInt(allocateText(value)));
  // VARIANT_TRUE is -1.
  if (typeof value === 'boolean') return variant(variantTypes.flag, value ? 0xffffn : 0n);
  if (typeof value === 'object') {
    return variant(variantTypes.array | variantTypes.int32, BigInt(allocateArray(value.map(Number))));
  }
  return Number.isInteger(value)
    ? variant(variantTypes.int32, BigInt(value >>> 0))
    : variant(variantTypes.double, doubleBits(value));
}

export function freeVariant({ type, value }: NativeVariant): void {
  if (type === variantTypes.text) freeText(Number(value));
  else if ((type & variantTypes.array) !== 0) freeArray(Number(value));
}

function variant(type: number, value: bigint): NativeVariant {
  return { type, reserved: 0, moreReserved: 0, value, second: 0n };
}

function doubleBits(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value, true);
  return view.getBigUint64(0, true);
}
