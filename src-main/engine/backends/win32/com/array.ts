import koffi from 'koffi';
import { declare } from '../native/library.ts';
import { readText } from './text.ts';

/** `VARENUM` of wtypes.h: https://learn.microsoft.com/windows/win32/api/wtypes/ne-wtypes-varenum */
export const variantTypes = {
  empty: 0,
  null: 1,
  int16: 2,
  int32: 3,
  float: 4,
  double: 5,
  text: 8,
  dispatch: 9,
  flag: 11,
  unknown: 13,
  int8: 16,
  uint8: 17,
  uint16: 18,
  uint32: 19,
  int64: 20,
  uint64: 21,
  int: 22,
  uint: 23,
  array: 0x2000,
} as const;

const safeArrayCreateVector = declare<(type: number, first: number, count: number) => number>(
  'oleaut32',
  'uintptr_t SafeArrayCreateVector(uint16 type, int32 first, uint32 count)',
);
const safeArrayPutElement = declare<(array: number, index: Int32Array, value: Int32Array) => number>(
  'oleaut32',
  'int32 SafeArrayPutElement(uintptr_t array, void* index, void* value)',
);
const safeArrayDestroy = declare<(array: number) => number>('oleaut32', 'int32 SafeArrayDestroy(uintptr_t array)');
const safeArrayGetVartype = declare<(array: number, type: number[]) => number>(
  'oleaut32',
  'int32 SafeArrayGetVartype(uintptr_t array, _Out_ uint16* type)',
);

/** Offsets in `SAFEARRAY` of 64-bit programs: https://learn.microsoft.com/windows/win32/api/oaidl/ns-oaidl-safearray */
const [dimensionsAt, dataAt, countAt] = [0, 16, 24] as const;
/** A larger array is considered malformed. */
const most = 10_000_000;

export type ArrayValue = readonly number[] | readonly string[];

/** A SAFEARRAY of 32-bit numbers; to be freed. */
export function allocateArray(numbers: readonly number[]): number {
  const array = safeArrayCreateVector(variantTypes.int32, 0, numbers.length);
  if (array === 0) throw new Error('There is no memory left for an array.');
  for (const [index, number] of numbers.entries()) {
    safeArrayPutElement(array, Int32Array.of(index), Int32Array.of(number));
  }
  return array;
}

export function freeArray(address: number): void {
  if (address !== 0) safeArrayDestroy(address);
}

/** The elements of a one-dimensional SAFEARRAY; empty for null, and for elements other than numbers and texts. */
export function readArray(address: number, type = typeOf(address)): ArrayValue {
  if (address === 0 || koffi.decode.uint16(address + dimensionsAt) !== 1) return [];
  const count = koffi.decode.uint32(address + countAt);
  if (count > most) return [];
  const data = koffi.decode.uint64(address + dataAt) as number;
  switch (type) {
    case variantTypes.int32:
      return readEach(count, (index) => koffi.decode.int32(data + index * 4));
    case variantTypes.double:
      return readEach(count, (index) => koffi.decode.double(data + index * 8));
    case variantTypes.text:
      return readEach(count, (index) => readText(koffi.decode.uint64(data + index * 8) as number));
    default:
      return [];
  }
}

function readEach<T>(count: number, read: (index: number) => T): T[] {
  const found: T[] = [];
  for (let index = 0; index < count; index++) found.push(read(index));
  return found;
}

function typeOf(address: number): number {
  const type = [0];
  return address !== 0 && safeArrayGetVartype(address, type) >= 0 ? (type[0] ?? 0) : 0;
}
