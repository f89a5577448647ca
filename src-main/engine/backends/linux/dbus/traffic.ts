/** Totals over all connections of this process: calls, and bytes of whole messages. */
export const traffic = { calls: 0, sent: 0, received: 0 };

const bulk = new WeakSet<AbortSignal>();

/**
 * Marks a signal's calls as bulk: calls with any other signal are sent before pending bulk calls, so that a hit test does not
 * wait behind a tree read. Returns the same signal.
 */
export function asBulk(signal: AbortSignal): AbortSignal {
  bulk.add(signal);
  return signal;
}

export function isBulk(signal: AbortSignal): boolean {
  return bulk.has(signal);
}
