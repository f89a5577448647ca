import koffi from 'koffi';
import { declare } from './library.ts';
import type { Hwnd } from './types.ts';

koffi.struct('GUITHREADINFO', {
  size: 'uint32',
  flags: 'uint32',
  active: 'HWND',
  focus: 'HWND',
  capture: 'HWND',
  menuOwner: 'HWND',
  moveSize: 'HWND',
  caret: 'HWND',
  caretRect: 'RECT',
});
const size = koffi.sizeof('GUITHREADINFO');

/** Windows of a thread; 0 where there is none. The part of `GUITHREADINFO` that is used here. */
export interface GuiThread {
  readonly active: Hwnd;
  /** Has the keyboard, or would have it if the thread's windows were in front. */
  readonly focus: Hwnd;
  /** Has a menu open. */
  readonly menuOwner: Hwnd;
}

const getGuiThreadInfo = declare<(thread: number, info: object) => number>(
  'user32',
  'int32 GetGUIThreadInfo(uint32 thread, _Inout_ GUITHREADINFO* info)',
);
const nothing: GuiThread = { active: 0, focus: 0, menuOwner: 0 };

export function readGuiThread(thread: number): GuiThread {
  const info = { size };
  return getGuiThreadInfo(thread, info) === 0 ? nothing : (info as unknown as GuiThread);
}
