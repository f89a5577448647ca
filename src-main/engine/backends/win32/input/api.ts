import { readGuiThread } from '../native/gui-thread.ts';
import { declare } from '../native/library.ts';
import type { Handle, NativePoint } from '../native/types.ts';
import { getForegroundWindow, getWindowThreadProcessId } from '../native/window.ts';

/** @param inputs consecutive `INPUT` structures of `size` bytes each */
export const sendInput = declare<(count: number, inputs: Uint8Array, size: number) => number>(
  'user32',
  'uint32 SendInput(uint32 count, _In_ uint8* inputs, int32 size)',
);
export const getCursorPos = declare<(at: Partial<NativePoint>) => number>(
  'user32',
  'int32 GetCursorPos(_Out_ POINT* at)',
);
export const setCursorPos = declare<(x: number, y: number) => number>('user32', 'int32 SetCursorPos(int32 x, int32 y)');
/** The highest of 16 bits is set if the key is down. */
const getAsyncKeyState = declare<(virtualKey: number) => number>('user32', 'int16 GetAsyncKeyState(int32 virtualKey)');
const getKeyboardLayout = declare<(thread: number) => Handle>('user32', 'uintptr_t GetKeyboardLayout(uint32 thread)');
/** Low byte: virtual key, next: modifiers (1 Shift, 2 Ctrl, 4 Alt); -1 for a character without a key. */
export const vkKeyScan = declare<(unit: number, layout: Handle) => number>(
  'user32',
  'int16 VkKeyScanExW(uint16 unit, uintptr_t layout)',
);
export const mapVirtualKey = declare<(code: number, how: number, layout: Handle) => number>(
  'user32',
  'uint32 MapVirtualKeyExW(uint32 code, uint32 how, uintptr_t layout)',
);

export const registerHotKey = declare<(window: Handle, id: number, modifiers: number, virtualKey: number) => number>(
  'user32',
  'int32 RegisterHotKey(HANDLE window, int32 id, uint32 modifiers, uint32 virtualKey)',
);
export const unregisterHotKey = declare<(window: Handle, id: number) => number>(
  'user32',
  'int32 UnregisterHotKey(HANDLE window, int32 id)',
);

export const toUnicode = declare<
  (
    ...parts: [
      code: number,
      scan: number,
      state: Uint8Array,
      text: Uint16Array,
      size: number,
      flags: number,
      layout: Handle,
    ]
  ) => number
>(
  'user32',
  'int32 ToUnicodeEx(uint32 code, uint32 scan, _In_ uint8* state, _Out_ uint16* text, int32 size, uint32 flags, uintptr_t layout)',
);

export function isKeyDown(virtualKey: number): boolean {
  return (getAsyncKeyState(virtualKey) & 0x8000) !== 0;
}

/** Denotes the foreground thread in `GetGUIThreadInfo`. */
const inFront = 0;
const ownThread = 0;

/**
 * The layout of the focused window. Each thread has its own, and the frame's may differ from that of its focused content, as in
 * Store apps, WinUI and WebView2. For consoles Windows does not report it; then our own is used.
 */
export function layoutInFront(): Handle {
  const window = readGuiThread(inFront).focus || getForegroundWindow();
  return getKeyboardLayout(getWindowThreadProcessId(window, null)) || getKeyboardLayout(ownThread);
}
