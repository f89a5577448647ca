import { declare } from '../native/library.ts';
import type { Hwnd } from '../native/types.ts';
import { getForegroundWindow, getWindowThreadProcessId, isHungAppWindow, setForegroundWindow } from './api.ts';

const getCurrentThreadId = declare<() => number>('kernel32', 'uint32 GetCurrentThreadId()');
const attachThreadInput = declare<(thread: number, to: number, attach: number) => number>(
  'user32',
  'int32 AttachThreadInput(uint32 thread, uint32 to, int32 attach)',
);
const bringWindowToTop = declare<(window: Hwnd) => number>('user32', 'int32 BringWindowToTop(HWND window)');
const sendInput = declare<(count: number, inputs: Buffer, size: number) => number>(
  'user32',
  'uint32 SendInput(uint32 count, uint8* inputs, int32 size)',
);

/** `sizeof(INPUT)` on 64 bits, with its union at 8: https://learn.microsoft.com/windows/win32/api/winuser/ns-winuser-input */
const inputSize = 40;
const unionAt = 8;
const keyboardInput = 1;
const keyUp = 0x2;
const alt = 0x12;
/** No key has this code: pressed while Alt is held, it keeps the Alt from opening a menu. AutoHotkey's `#MenuMaskKey`. */
const maskKey = 0xe8;

const ways = { input: afterEmptyInput, attach: attached, alt: withAlt } as const;
export type ForegroundWay = keyof typeof ways;

/** Ways around the lock on the foreground, each of which Windows documents. May wait for the active app. */
export function takeForeground(window: Hwnd, way: ForegroundWay): void {
  ways[way](window);
}

/** “The calling process received the last input event”: a mouse input of nothing at all is one. */
function afterEmptyInput(window: Hwnd): void {
  sendInput(1, Buffer.alloc(inputSize), inputSize);
  setForegroundWindow(window);
}

/** “The calling process is the foreground process”: threads that share their input state count as one. */
function attached(window: Hwnd): void {
  const foreground = getForegroundWindow();
  if (foreground === 0 || isHungAppWindow(foreground) !== 0) return;
  const other = getWindowThreadProcessId(foreground, [0]);
  const own = getCurrentThreadId();
  if (attachThreadInput(own, other, 1) === 0) return;
  try {
    bringWindowToTop(window);
    setForegroundWindow(window);
  } finally {
    attachThreadInput(own, other, 0);
  }
}

/** The lock is lifted “if the user presses the ALT key”, says the page of LockSetForegroundWindow. */
function withAlt(window: Hwnd): void {
  press([key(alt), key(maskKey), key(maskKey, keyUp)]);
  try {
    setForegroundWindow(window);
  } finally {
    press([key(alt, keyUp)]);
  }
}

function press(inputs: readonly Buffer[]): void {
  sendInput(inputs.length, Buffer.concat(inputs), inputSize);
}

function key(code: number, flags = 0): Buffer {
  const input = Buffer.alloc(inputSize);
  input.writeUInt32LE(keyboardInput, 0);
  input.writeUInt16LE(code, unionAt);
  input.writeUInt32LE(flags, unionAt + 4);
  return input;
}
