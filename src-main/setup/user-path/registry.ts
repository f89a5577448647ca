import koffi from 'koffi';

/** The owner of a `Path`: the user, or everybody, which only administrators may change. */
export type Whose = 'user' | 'everybody';

/**
 * The locations of `Path`, and their roots: `HKEY_CURRENT_USER` and `HKEY_LOCAL_MACHINE` of winreg.h, numbers of 32
 * bits.
 */
const places = {
  user: { root: 0x80000001 | 0, key: 'Environment' },
  everybody: { root: 0x80000002 | 0, key: 'SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment' },
} as const;

const [missing, accessDenied] = [2, 5] as const;
/** `REG_EXPAND_SZ`; texts of either kind, with `%TEMP%` unexpanded. */
const [expandable, anyTextUnexpanded] = [2, 0x1000_0006] as const;
/** `HWND_BROADCAST`, `WM_SETTINGCHANGE` and `SMTO_ABORTIFHUNG`. */
const [everyWindow, settingChange, abortIfHung] = [0xffff, 0x001a, 2] as const;
const reportMs = 2_000;

/** Not for this user to change. */
export class AccessDenied extends Error {}

export interface PathValue {
  readonly text: string;
  readonly type: number;
}

const registry = () => koffi.load('advapi32.dll');

/** As stored in the registry; empty if there is none. */
export function readPath(whose: Whose): PathValue {
  const { root, key } = places[whose];
  const get = registry().func(
    'int32 __stdcall RegGetValueW(intptr_t root, str16 key, str16 name, uint32 flags, void* type, void* data, void* size)',
  );
  const [type, size] = [new Uint32Array(1), new Uint32Array(1)];
  const result = get(root, key, 'Path', anyTextUnexpanded, type, null, size) as number;
  if (result === missing) return { text: '', type: expandable };
  check('Reading Path', result);
  const data = Buffer.alloc(size[0] ?? 0);
  check('Reading Path', get(root, key, 'Path', anyTextUnexpanded, type, data, size) as number);
  return { text: data.subarray(0, size[0]).toString('utf16le').replace(/\0+$/, ''), type: type[0] ?? expandable };
}

/** @throws AccessDenied */
export function writePath(whose: Whose, { text, type }: PathValue): void {
  const { root, key } = places[whose];
  const set = registry().func(
    'int32 __stdcall RegSetKeyValueW(intptr_t root, str16 key, str16 name, uint32 type, void* data, uint32 size)',
  );
  const data = Buffer.from(`${text}\0`, 'utf16le');
  check('Writing Path', set(root, key, 'Path', type, data, data.byteLength) as number);
  notifyPrograms();
}

/** Programs that start others take over the new one: Explorer does, and so consoles that are opened from now on. */
function notifyPrograms(): void {
  const send = koffi
    .load('user32.dll')
    .func(
      'intptr_t __stdcall SendMessageTimeoutW(intptr_t window, uint32 message, uintptr_t word, str16 text, uint32 how, uint32 ms, void* answer)',
    );
  send(everyWindow, settingChange, 0, 'Environment', abortIfHung, reportMs, Buffer.alloc(8));
}

function check(what: string, result: number): void {
  if (result === accessDenied) throw new AccessDenied(what);
  if (result !== 0) throw new Error(`${what} failed with error ${result}`);
}
