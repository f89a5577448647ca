import { declare } from '../native/library.ts';

const regGetValue = declare<
  (root: number, key: string, value: null, types: number, type: null, data: Uint16Array, size: [number]) => number
>(
  'advapi32',
  'int32 RegGetValueW(intptr_t root, str16 key, str16 value, uint32 types, uint32* type, _Out_ uint16* data, _Inout_ uint32* size)',
);

/** `HKEY_CURRENT_USER` and `HKEY_LOCAL_MACHINE` of winreg.h, which are negative numbers of 32 bits. */
const roots = { user: 0x80000001 | 0, machine: 0x80000002 | 0 } as const;
/** `RRF_RT_REG_SZ`: text, with names of variables in it replaced. */
const text = 0x2;
const longest = 4_096;

/** The default value of a registry key; null if it has none. */
export function registryText(root: keyof typeof roots, key: string): string | null {
  const data = new Uint16Array(longest);
  const size: [number] = [data.byteLength];
  if (regGetValue(roots[root], key, null, text, null, data, size) !== 0) return null;
  return Buffer.from(data.buffer, 0, size[0]).toString('utf16le').replace(/\0.*$/s, '');
}
