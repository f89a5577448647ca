import { errorCode, forgetFailure, lastFailure, Win32Failure } from './errors.ts';
import { sendMessageTimeout, waiting } from './constants.ts';
import type { Hwnd } from './types.ts';

/** WM_NULL has no effect, and may be sent to windows with higher privileges too. */
const nothing = 0x0000;
const asking = 'Asking the window whether it answers';
/** Busy apps do not process messages for a while; milliseconds. */
const maxWaitMs = 1_000;
/** Timeout for a window that did not answer the last time: others wait behind it. */
const silentMs = 50;

/** Windows that did not answer the last query. */
const silent = new Set<Hwnd>();
const answer = Buffer.alloc(8);

/**
 * Sends a window a no-op message: a window that does not answer it would block any other call forever.
 * @throws Win32Failure a timeout, or that the window is gone
 */
export function requireAnswer(window: Hwnd): void {
  const failure = silenceOf(window, silent.has(window) ? silentMs : maxWaitMs);
  if (failure?.code === errorCode.timeout) silent.add(window);
  else silent.delete(window);
  if (failure) throw failure;
}

/** Same with a custom timeout, in milliseconds. Null if it answers. */
export function silenceOf(window: Hwnd, timeoutMs: number): Win32Failure | null {
  forgetFailure();
  if (sendMessageTimeout(window, nothing, 0, 0, waiting.abortIfHung, timeoutMs, answer) !== 0) return null;
  const failure = lastFailure(asking);
  // “The function does not always call SetLastError”, according to its page: it does if there is no such window.
  if (failure.code === 0) return new Win32Failure(asking, errorCode.timeout);
  // This message is never denied: Wine reports that for a window being closed.
  return failure.code === errorCode.accessDenied ? new Win32Failure(asking, errorCode.invalidWindow) : failure;
}
