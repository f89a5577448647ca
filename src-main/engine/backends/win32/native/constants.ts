import { declare } from './library.ts';
import type { Hwnd } from './types.ts';

/** `SM_…`: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-getsystemmetrics */
export const getSystemMetrics = declare<(index: number) => number>('user32', 'int32 GetSystemMetrics(int32 index)');

/** Window styles, `WS_…`: https://learn.microsoft.com/windows/win32/winmsg/window-styles */
export const styles = {
  thickFrame: 0x00040000,
  caption: 0x00c00000,
  maximize: 0x01000000,
  disabled: 0x08000000,
  visible: 0x10000000,
  child: 0x40000000,
  popup: 0x80000000,
} as const;

/** `WS_EX_…`: https://learn.microsoft.com/windows/win32/winmsg/extended-window-styles */
export const exStyles = {
  topmost: 0x00000008,
  transparent: 0x00000020,
  toolWindow: 0x00000080,
  appWindow: 0x00040000,
  layered: 0x00080000,
  noActivate: 0x08000000,
} as const;

/**
 * `SMTO_…`: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-sendmessagetimeoutw . `abortIfHung`: does not wait
 * for a window that Windows considers hung.
 */
export const waiting = { block: 0x0001, abortIfHung: 0x0002 } as const;

/** Waits at most `timeoutMs` for the window's thread. `answer` has room for 8 bytes; returns 0 on failure. */
export const sendMessageTimeout = declare<
  (
    ...parts: [
      ...[window: Hwnd, message: number, wParam: number, lParam: number],
      ...[flags: number, timeoutMs: number, answer: Buffer],
    ]
  ) => number
>(
  'user32',
  'intptr_t SendMessageTimeoutW(HWND window, uint32 message, uintptr_t wParam, intptr_t lParam, uint32 flags, uint32 timeoutMs, void* answer)',
);
/** Posts a message to the window's thread, without waiting. */
export const postMessage = declare<(window: Hwnd, message: number, wParam: number, lParam: number) => number>(
  'user32',
  'int32 PostMessageW(HWND window, uint32 message, uintptr_t wParam, intptr_t lParam)',
);

/** `WM_SYSCOMMAND` and its `SC_…`, sent by title-bar buttons. https://learn.microsoft.com/windows/win32/menurc/wm-syscommand */
export const systemCommand = {
  message: 0x0112,
  minimize: 0xf020,
  maximize: 0xf030,
  close: 0xf060,
  restore: 0xf120,
} as const;
