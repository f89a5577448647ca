/** What all connections of this process have cost so far: calls, and bytes of whole messages. */
export const traffic = { calls: 0, sent: 0, received: 0 };

const bulk = new WeakSet<AbortSignal>();

/**
 * Marks what is asked with a signal as work by the thousand: what is asked with any other signal is sent before what of
 * it still waits, so that a hit test does not stand behind the reading of a tree. Answers the same signal.
 */
export function asBulk(signal: AbortSignal): AbortSignal {
  bulk.add(signal);
  return signal;
}

export function isBulk(signal: AbortSignal): boolean {
  return bulk.has(signal);
}
