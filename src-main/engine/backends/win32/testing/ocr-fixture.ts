import { declare, hasFunction } from '../native/library.ts';
import { ocrServer } from './fixtures.ts';

const regSetKeyValue = declare<
  (root: number, key: string, value: string, type: number, data: Uint8Array, size: number) => number
>('advapi32', 'int32 RegSetKeyValueW(intptr_t root, str16 key, str16 value, uint32 type, void* data, uint32 size)');
const regDeleteTree = declare<(root: number, key: string) => number>(
  'advapi32',
  'int32 RegDeleteTreeW(intptr_t root, str16 key)',
);

/** HKEY_LOCAL_MACHINE, a negative number of 32 bits, and REG_SZ, of winreg.h and winnt.h. */
const [localMachine, text] = [0x80000002 | 0, 1] as const;
/** Classes that Wine lacks; it has its own Windows.Globalization.Language. */
const classes = [
  'Windows.Media.Ocr.OcrEngine',
  'Windows.Graphics.Imaging.SoftwareBitmap',
  'Windows.Storage.Streams.Buffer',
];

/**
 * The recogniser of e2e/target-apps/windows/ocr, registered for all programs in place of the one missing in Wine.
 * @returns the function that unregisters it
 * @throws Error on a real Windows, whose recogniser must not be replaced
 */
export function installOcr(): () => void {
  if (!hasFunction('ntdll', 'wine_get_version')) throw new Error('Only in Wine may the recogniser be replaced.');
  const path = Buffer.from(`${ocrServer}\0`, 'utf16le');
  for (const name of classes) {
    const failure = regSetKeyValue(localMachine, keyOf(name), 'DllPath', text, path, path.byteLength);
    if (failure !== 0) throw new Error(`The recogniser could not be registered: Windows says ${failure}.`);
  }
  return () => {
    for (const name of classes) regDeleteTree(localMachine, keyOf(name));
  };
}

function keyOf(name: string): string {
  return `Software\\Microsoft\\WindowsRuntime\\ActivatableClassId\\${name}`;
}
