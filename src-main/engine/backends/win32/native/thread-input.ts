import { declare } from './library.ts';

/** Windows' own number of the thread that asks. */
export const getCurrentThreadId = declare<() => number>('kernel32', 'uint32 GetCurrentThreadId()');
const attachThreadInput = declare<(thread: number, to: number, attach: number) => number>(
  'user32',
  'int32 AttachThreadInput(uint32 thread, uint32 to, int32 attach)',
);

/**
 * Shares focus and keys with another thread for a moment. That one must answer: one that hangs holds up this one too.
 * https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-attachthreadinput
 * @param work is told whether they are shared
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
