import { withDeadline } from '../../../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { asBulk } from '../../dbus/bulk.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { readCache, type CachedTree } from './cache-reader.ts';
import { hasManySiblings } from './many-siblings.ts';
import type { Frame } from '../frames/frame.ts';

/**
 * GTK 3 needs a time that grows with the square of siblings to tell all elements at once (20 s for 10,000 labels in one
 * box), serves no one meanwhile, and does it again for each who asks. To walk such a window takes one of them, page by
 * page. So an app is asked for them only where the top of its window holds no such box, and given up after this long
 * where one is hidden deeper. Milliseconds.
 */
const patienceMs = 3_000;

/** Whether apps take longer, by their names on the bus, which are never given twice. */
const slow = new Map<string, boolean>();
const maxKnown = 100;

/**
 * The app's cache, or null where it would take, or took before, longer than one should wait for it.
 * @throws the signal's reason where it aborts, BusUnavailable
 */
export async function readCacheSoon(
  accessibles: Accessibles,
  frame: Pick<Frame, 'app' | 'ref' | 'toolkit'>,
  signal: AbortSignal,
): Promise<CachedTree | null> {
  const { bus } = frame.app;
  if (frame.toolkit.reading === 'slowing cache' && !slow.has(bus))
    remember(bus, await hasManySiblings(accessibles, frame.ref, signal));
  if (slow.get(bus)) return null;
  const limits = { signal, timeoutMs: patienceMs, what: 'Asking the app for all its elements' };
  try {
    return await withDeadline(limits, (soon) => readCache(accessibles, frame, asBulk(soon)));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError && error.code === 'timeout')) throw error;
    remember(bus, true);
    return null;
  }
}

function remember(bus: string, isSlow: boolean): void {
  const [oldest] = slow.keys();
  if (slow.size >= maxKnown && oldest !== undefined) slow.delete(oldest);
  slow.set(bus, isSlow);
}
