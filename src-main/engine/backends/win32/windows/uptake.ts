import { AppError } from '#contract/errors';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Uptake, UptakeLimits } from '../../../backend.ts';
import type { BlockingThread } from '../thread/blocking-thread.ts';
import { parseWindowId } from '../native/window.ts';

/** Short, since all other queries to programs wait behind this; milliseconds. */
const mostMs = 1_000;

/**
 * Whether a window's program processes messages. It processes input after them, so this does not prove that all input was
 * handled; Windows has no query for that.
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
