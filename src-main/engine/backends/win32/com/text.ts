import koffi from 'koffi';
import { declare } from '../native/library.ts';

const sysAllocStringLen = declare<(text: string, length: number) => number>(
  'oleaut32',
  'uintptr_t SysAllocStringLen(str16 text, uint32 length)',
);
const sysFreeString = declare<(text: number) => undefined>('oleaut32', 'void SysFreeString(uintptr_t text)');

/** A BSTR with that text; to be freed. */
export function allocateText(text: string): number {
  return sysAllocStringLen(text, text.length);
}

export function freeText(address: number): void {
  if (address !== 0) sysFreeString(address);
}

/**
 * The text of a BSTR, whose length in bytes precedes it:
 * https://learn.microsoft.com/previous-versions/windows/desktop/automat/bstr
 */
export function readText(address: number): string {
  if (address === 0) return '';
  const length = koffi.decode.uint32(address - 4) >>> 1;
  return length === 0 ? '' : koffi.decode.string16(address, length);
}

const windowsCreateString = declare<(text: string, length: number, made: Uint8Array) => number>(
  'combase',
  'int32 WindowsCreateString(str16 text, uint32 length, void* made)',
);

const windowsDeleteString = declare<(text: number) => number>('combase', 'int32 WindowsDeleteString(uintptr_t text)');

const windowsGetStringRawBuffer = declare<(text: number, length: Uint32Array) => number>(
  'combase',
  'uintptr_t WindowsGetStringRawBuffer(uintptr_t text, void* length)',
);

/** An HSTRING with that text, to be freed; 0 if empty, as in the Windows Runtime. */
export function allocateString(text: string): number {
  const made = new BigUint64Array(1);
  if (windowsCreateString(text, text.length, new Uint8Array(made.buffer)) < 0) {
    throw new Error('There is no memory left for a text.');
  }
  return Number(made[0]);
}

export function freeString(address: number): void {
  if (address !== 0) windowsDeleteString(address);
}

/** The text of an HSTRING. */
export function readString(address: number): string {
  if (address === 0) return '';
  const length = new Uint32Array(1);
  const characters = windowsGetStringRawBuffer(address, length);
  return length[0] ? koffi.decode.string16(characters, length[0]) : '';
}
