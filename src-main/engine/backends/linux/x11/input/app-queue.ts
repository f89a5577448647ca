import { sleep } from '../../../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import type { WindowId } from '#contract/model/windows/window';
import { parseWindowId } from '../display/ids.ts';
import type { Ping } from './ping.ts';

/** For apps that cannot be asked: below this, some that were busy took old keys by the new map (measured with Qt 5). */
const blindWaitMs = 100;
/** An app that takes longer to come to its events than this does not respond. */
const answerMs = 5_000;

/**
 * Waits until the app has handled every key that it was sent.
 * @throws AppError `target_not_responding`, `cancelled`
 */
export async function untilHandled(
  ping: Ping,
  window: WindowId | null,
  { signal, timeoutMs = answerMs }: { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number } = {},
): Promise<void> {
  const answer = window === null ? 'unable' : await ping.ask(parseWindowId(window), timeoutMs);
  if (answer === 'unable') await sleep(blindWaitMs, signal);
  if (answer === 'silent') throw new AppError('target_not_responding', 'The app does not take its keys.');
  if (signal?.aborted) throw signal.reason instanceof AppError ? signal.reason : new AppError('cancelled');
}
