import { declare } from './library.ts';
import type { Hwnd } from './types.ts';

/** `SMTO_…`: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-sendmessagetimeoutw . `abortIfHung`: no wait where Windows knows already that the window is hung. */
export const waiting = { block: 0x0001, abortIfHung: 0x0002 } as const;

/** Waits for the window's thread at most `timeoutMs`. `answer` has room for 8 bytes; 0 where there is none. */
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
/** Leaves a message for the window's thread, and waits for nothing. */
export const postMessage = declare<(window: Hwnd, message: number, wParam: number, lParam: number) => number>(
  'user32',
  'int32 PostMessageW(HWND window, uint32 message, uintptr_t wParam, intptr_t lParam)',
);

/** `WM_SYSCOMMAND` and its `SC_…`: what the buttons of a title bar send. https://learn.microsoft.com/windows/win32/menurc/wm-syscommand */
export const systemCommand = {
  message: 0x0112,
  minimize: 0xf020,
  maximize: 0xf030,
  close: 0xf060,
  restore: 0xf120,
} as const;
