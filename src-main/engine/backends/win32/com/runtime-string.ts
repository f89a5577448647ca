import koffi from 'koffi';
import { declare } from '../native/library.ts';

const windowsCreateString = declare<(text: string, length: number, made: Uint8Array) => number>(
  'combase',
  'int32 WindowsCreateString(str16 text, uint32 length, void* made)',
);
const windowsDeleteString = declare<(text: number) => number>('combase', 'int32 WindowsDeleteString(uintptr_t text)');
const windowsGetStringRawBuffer = declare<(text: number, length: Uint32Array) => number>(
  'combase',
  'uintptr_t WindowsGetStringRawBuffer(uintptr_t text, void* length)',
);

/** An HSTRING with that text, to be freed; 0 for an empty one, as the Windows Runtime has it. */
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

/** What an HSTRING holds. */
export function readString(address: number): string {
  if (address === 0) return '';
  const length = new Uint32Array(1);
  const characters = windowsGetStringRawBuffer(address, length);
  return length[0] ? koffi.decode.string16(characters, length[0]) : '';
}
