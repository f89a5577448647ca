import koffi from 'koffi';
import { declare } from '../native/library.ts';
import type { Handle } from '../native/types.ts';

koffi.struct('MSLLHOOKSTRUCT', { point: 'POINT', data: 'uint32', flags: 'uint32', time: 'uint32', extra: 'uintptr_t' });
koffi.struct('KBDLLHOOKSTRUCT', {
  code: 'uint32',
  scanCode: 'uint32',
  flags: 'uint32',
  time: 'uint32',
  extra: 'uintptr_t',
});
koffi.proto('intptr_t __stdcall LowLevelProc(int32 code, uintptr_t message, void* info)');
koffi.struct('LASTINPUTINFO', { size: 'uint32', time: 'uint32' });

/** https://learn.microsoft.com/windows/win32/api/winuser/ns-winuser-msllhookstruct */
export interface MouseHookInfo {
  readonly point: { readonly x: number; readonly y: number };
  readonly data: number;
  readonly time: number;
  readonly extra: number;
}

/** https://learn.microsoft.com/windows/win32/api/winuser/ns-winuser-kbdllhookstruct */
export interface KeyboardHookInfo {
  readonly code: number;
  readonly scanCode: number;
  readonly time: number;
  readonly extra: number;
}

export const setWindowsHook = declare<(kind: number, each: bigint, module: Handle, thread: number) => Handle>(
  'user32',
  'HHOOK SetWindowsHookExW(int32 kind, LowLevelProc* each, HMODULE module, uint32 thread)',
);
export const unhookWindowsHook = declare<(hook: Handle) => number>('user32', 'int32 UnhookWindowsHookEx(HHOOK hook)');
export const callNextHook = declare<(hook: Handle, code: number, message: number, info: unknown) => number>(
  'user32',
  'intptr_t CallNextHookEx(HHOOK hook, int32 code, uintptr_t message, void* info)',
);
/** Toggles are in the lowest bit. */
export const getKeyState = declare<(code: number) => number>('user32', 'int16 GetKeyState(int32 code)');
export const getLastInputInfo = declare<(info: object) => number>(
  'user32',
  'int32 GetLastInputInfo(_Inout_ LASTINPUTINFO* info)',
);
