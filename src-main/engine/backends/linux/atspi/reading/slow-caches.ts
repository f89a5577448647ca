import { withDeadline } from '../../../../../base/deadline.ts';
import { AppError } from '#contract/errors';
import { asBulk } from '../../dbus/bulk.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import type { Frame } from '../frames/frames.ts';
import { readCache, type CachedTree } from './cache-reader.ts';

/**
 * GTK 3 needs a time that grows with the square of siblings to tell all elements at once (20 s for 10,000 labels in one
 * box), serves no one meanwhile, and does it again for each who asks. To walk such a window takes one of them, page by
 * page. Milliseconds.
 */
const patienceMs = 3_000;

/** Apps that took longer, by their names on the bus, which are never given twice. */
const slow = new Set<string>();
const maxSlow = 100;

/**
 * The app's cache, or null where it takes, or took before, longer than one should wait for it.
 * @throws the signal's reason where it aborts, BusUnavailable
 */
export async function readCacheSoon(
  accessibles: Accessibles,
  frame: Pick<Frame, 'app' | 'toolkit'>,
  signal: AbortSignal,
): Promise<CachedTree | null> {
  const { bus } = frame.app;
  if (slow.has(bus)) return null;
  const limits = { signal, timeoutMs: patienceMs, what: 'Asking the app for all its elements' };
  try {
    return await withDeadline(limits, (soon) => readCache(accessibles, frame, asBulk(soon)));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError && error.code === 'timeout')) throw error;
    if (slow.size < maxSlow) slow.add(bus);
    return null;
  }
}
