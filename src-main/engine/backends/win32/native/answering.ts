import { errorCode, forgetFailure, lastFailure, Win32Failure } from './errors.ts';
import { sendMessageTimeout, waiting } from './constants.ts';
import type { Hwnd } from './types.ts';

/** WM_NULL does nothing, and may be sent to windows with higher privileges too. */
const nothing = 0x0000;
const asking = 'Asking the window whether it answers';
/** Apps that work do not look at their messages for a while; milliseconds. */
const maxWaitMs = 1_000;
/** One that did not answer the last time is given this long: others wait behind it. */
const silentMs = 50;

/** Windows that did not answer when they were last asked. */
const silent = new Set<Hwnd>();
const answer = Buffer.alloc(8);

/**
 * Asks a window for nothing at all: anyone who does not answer that would keep us waiting for ever with anything else.
 * @throws Win32Failure a time-out, or that the window is gone
 */
export function requireAnswer(window: Hwnd): void {
  const failure = silenceOf(window, silent.has(window) ? silentMs : maxWaitMs);
  if (failure?.code === errorCode.timeout) silent.add(window);
  else silent.delete(window);
  if (failure) throw failure;
}

/** The same with a patience of one's own, in milliseconds. Null if it answers. */
export function silenceOf(window: Hwnd, timeoutMs: number): Win32Failure | null {
  forgetFailure();
  if (sendMessageTimeout(window, nothing, 0, 0, waiting.abortIfHung, timeoutMs, answer) !== 0) return null;
  const failure = lastFailure(asking);
  // “The function does not always call SetLastError”, says its page: it does if there is no such window.
  if (failure.code === 0) return new Win32Failure(asking, errorCode.timeout);
  // Nobody is denied this message: Wine reports it where the window is being closed.
  return failure.code === errorCode.accessDenied ? new Win32Failure(asking, errorCode.invalidWindow) : failure;
}
