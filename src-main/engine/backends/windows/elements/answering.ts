import { lastFailure, Win32Failure } from '../native/failure.ts';
import { declare } from '../native/library.ts';
import type { Hwnd } from '../native/types.ts';

const sendMessageTimeout = declare<
  (window: Hwnd, message: number, wParam: number, lParam: number, flags: number, ms: number, result: number[]) => number
>(
  'user32',
  'intptr_t SendMessageTimeoutW(HWND window, uint32 message, uintptr_t wParam, intptr_t lParam, uint32 flags, uint32 ms, _Out_ uintptr_t* result)',
);

/** WM_NULL does nothing, and may be sent to windows with higher privileges too. */
const nothing = 0x0000;
/** SMTO_ABORTIFHUNG: no wait where Windows knows already that the window is hung. */
const abortIfHung = 0x0002;
const asking = 'Asking the window whether it answers';
/** `ERROR_ACCESS_DENIED`, `ERROR_INVALID_WINDOW_HANDLE`, `ERROR_TIMEOUT`. */
const [accessDenied, invalidWindow, timedOut] = [5, 1400, 1460];
/** Apps that work do not look at their messages for a while; milliseconds. */
const patienceMs = 1_000;
/** One that did not answer the last time is given this long: others wait behind it. */
const silentMs = 50;

/** Windows that did not answer when they were last asked. */
const silent = new Set<Hwnd>();

/**
 * Asks a window for nothing at all: whoever does not answer that would keep us waiting for ever with anything else.
 * @throws Win32Failure a time-out, or that the window is gone
 */
export function requireAnswer(window: Hwnd): void {
  const patience = silent.has(window) ? silentMs : patienceMs;
  if (sendMessageTimeout(window, nothing, 0, 0, abortIfHung, patience, [0]) !== 0) {
    silent.delete(window);
    return;
  }
  const failure = lastFailure(asking);
  if (failure.code === timedOut) silent.add(window);
  // Nobody is denied this message: Wine says so where the window is being closed.
  throw failure.code === accessDenied ? new Win32Failure(asking, invalidWindow) : failure;
}
