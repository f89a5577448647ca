import koffi, { type LibraryHandle } from 'koffi';
import './types.ts';

/** Arguments and results of native functions: numbers, handles, strings, buffers, and koffi's own pointers. */
// oxlint-disable-next-line typescript/no-explicit-any -- each declaration says its own types
type NativeFunction = (...args: any[]) => unknown;

/**
 * Wine 9 and later reads the fifth and sixth argument of functions that are bare system calls, whatever they take, and a call
 * with fewer never returns. Windows ignores extra arguments: on x64 and ARM64 the caller cleans up.
 */
const leastArguments = 6;

const libraries = new Map<string, LibraryHandle>();

/**
 * The only way to call a function of a Windows library. Nothing is loaded before the first call.
 * @param library without `.dll`, e.g. `user32`
 * @param prototype in koffi's syntax, with the types of `types.ts`, e.g. `int32 IsIconic(HWND window)`
 * @example const isIconic = declare<(window: Hwnd) => number>('user32', 'int32 IsIconic(HWND window)');
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what it declares
export function declare<F extends NativeFunction>(library: string, prototype: string): F {
  let native: NativeFunction | undefined;
  const call = (...args: unknown[]): unknown => {
    native ??= load(library, prototype);
    while (args.length < leastArguments) args.push(0);
    return native(...args);
  };
  return call as F;
}

const presence = new Map<string, boolean>();

/** Whether this Windows has the function: newer ones are missing on older systems, and some in Wine. */
export function hasFunction(library: string, name: string): boolean {
  const key = `${library}!${name}`;
  const known = presence.get(key) ?? look(library, name);
  presence.set(key, known);
  return known;
}

function look(library: string, name: string): boolean {
  try {
    open(library).func(`void ${name}()`);
    return true;
  } catch {
    return false;
  }
}

function load(library: string, prototype: string): NativeFunction {
  const parts = /^(.*?)(\w+)\s*\((.*)\)$/.exec(prototype.trim());
  if (!parts) throw new Error(`This is no prototype: ${prototype}`);
  const [, result = '', name = '', list = ''] = parts;
  const types = list.trim() === '' || list.trim() === 'void' ? [] : list.split(',');
  while (types.length < leastArguments) types.push(`intptr_t unused${types.length}`);
  return open(library).func(`${result} __stdcall ${name}(${types.join(',')})`);
}

function open(library: string): LibraryHandle {
  const known = libraries.get(library);
  if (known) return known;
  const opened = koffi.load(`${library}.dll`);
  libraries.set(library, opened);
  return opened;
}
