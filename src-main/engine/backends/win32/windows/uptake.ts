import { AppError } from '#contract/errors';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Uptake, UptakeLimits } from '../../../backend.ts';
import type { BlockingThread } from '../thread/blocking-thread.ts';
import { parseWindowId } from '../native/window.ts';

/** Everything else that asks a program waits behind this, so it is short; milliseconds. */
const mostMs = 1_000;

/**
 * Whether the program of a window works at its messages. It takes input after them, so this is no proof that it has come to the
 * last of it; nobody is told that on Windows.
 */
export async function uptakeOf(
  thread: BlockingThread,
  { id, app }: WindowInfo,
  { timeoutMs, signal }: UptakeLimits,
): Promise<Uptake> {
  const timeout = Math.min(mostMs, timeoutMs);
  const limits = { target: app, timeoutMs: timeout, ...(signal && { signal }) };
  try {
    const answers = await thread.run<boolean>(
      'windows.answers',
      { window: parseWindowId(id), timeoutMs: timeout },
      limits,
    );
    return answers ? 'taken' : 'busy';
  } catch (error) {
    if (error instanceof AppError && error.code === 'target_not_responding') return 'busy';
    throw error;
  }
}
