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

/** What a BSTR holds; its length stands before it, in bytes: https://learn.microsoft.com/previous-versions/windows/desktop/automat/bstr */
export function readText(address: number): string {
  if (address === 0) return '';
  const length = koffi.decode.uint32(address - 4) >>> 1;
  return length === 0 ? '' : koffi.decode.string16(address, length);
}
