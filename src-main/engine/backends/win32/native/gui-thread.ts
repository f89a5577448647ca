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

/** Windows of a thread; 0 if there is none. The used part of `GUITHREADINFO`. */
export interface GuiThread {
  readonly active: Hwnd;
  /** Has the keyboard focus, or would have it if the thread were in the foreground. */
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

/** The calling thread's id in Windows. */
export const getCurrentThreadId = declare<() => number>('kernel32', 'uint32 GetCurrentThreadId()');

const attachThreadInput = declare<(thread: number, to: number, attach: number) => number>(
  'user32',
  'int32 AttachThreadInput(uint32 thread, uint32 to, int32 attach)',
);

/**
 * Attaches to another thread's input temporarily. That thread must be responsive: a hung one blocks this one too.
 * https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-attachthreadinput
 * @param work receives whether they are attached
 */
export function withInputOf(thread: number, work: (isShared: boolean) => void): void {
  const own = getCurrentThreadId();
  const isShared = attachThreadInput(own, thread, 1) !== 0;
  try {
    work(isShared);
  } finally {
    if (isShared) attachThreadInput(own, thread, 0);
  }
}
