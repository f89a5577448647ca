import { vi } from 'vitest';
import { declare } from '../native/library.ts';
import { readGuiThread } from '../native/gui-thread.ts';
import { readText, type Hwnd } from '../native/types.ts';
import { getForegroundWindow, getWindowThreadProcessId, setForegroundWindow } from '../native/window.ts';
import { childOf, windowOf } from './apps.ts';
import { end, start } from '../../../testing/programs.ts';
import { soon } from '../../../testing/outcome.ts';

const sendMessage = declare<(window: Hwnd, message: number, wParam: number, lParam: Uint16Array | null) => number>(
  'user32',
  'intptr_t SendMessageW(HWND window, uint32 message, uintptr_t wParam, _Inout_ uint16* lParam)',
);
const moveWindow = declare<
  (window: Hwnd, x: number, y: number, width: number, height: number, repaint: number) => number
>('user32', 'int32 MoveWindow(HWND window, int32 x, int32 y, int32 width, int32 height, int32 repaint)');

const getText = 0x000d;
const setText = 0x000c;
const getTextLength = 0x000e;
const getFirstVisibleLine = 0x00ce;
const getSelection = 0x00b0;

export interface Notepad {
  readonly window: Hwnd;
  /** Facts queried from its field. */
  text(): string;
  clear(): void;
  front(): Promise<void>;
  close(): Promise<void>;
}

/** The field of a Notepad window, and its state: lines and characters are 0-based. */
export async function fieldOf(window: Hwnd) {
  const edit = await childOf(window, 'Edit');
  return {
    firstVisibleLine: () => sendMessage(edit, getFirstVisibleLine, 0, null),
    selection: () => {
      const ends = sendMessage(edit, getSelection, 0, null);
      return { from: ends & 0xffff, to: (ends >>> 16) & 0xffff };
    },
  };
}

/** Windows' own editor, in front, 600 by 400 pixels at 100, 100. One at a time. */
export async function startNotepad(): Promise<Notepad> {
  const process = start('notepad.exe');
  const window = await windowOf(process, 'Notepad');
  const edit = await childOf(window, 'Edit');
  const front = async () => {
    setForegroundWindow(window);
    await vi.waitFor(() => expectSame(getForegroundWindow(), window), soon);
    // Keys sent before it has focused its field are lost.
    await vi.waitFor(() => expectSame(readGuiThread(getWindowThreadProcessId(window, null)).focus, edit), soon);
  };
  moveWindow(window, 100, 100, 600, 400, 1);
  await front();
  return {
    window,
    front,
    text: () => {
      const length = sendMessage(edit, getTextLength, 0, null) + 1;
      return readText(length, (buffer, size) => sendMessage(edit, getText, size, buffer)).replace(/\r\n/g, '\n');
    },
    clear: () => void sendMessage(edit, setText, 0, new Uint16Array(1)),
    close: () => end(process),
  };
}

function expectSame(one: Hwnd, other: Hwnd): void {
  if (one !== other) throw new Error('Another window is in front.');
}
