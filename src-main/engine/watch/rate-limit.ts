import type { Disposable } from '../../base/async/disposable.ts';

/** The least time from one answer to the next, in milliseconds: after the first hint of a burst, and in a long one. */
export const shortestGapMs = 4;
export const longestGapMs = 32;

/**
 * Answers hints that come in bursts. The first after a rest is answered at once; what follows it soon after, since one
 * act often shows in several hints; and a stream of them in steps that double, so that it costs no more than a steady
 * look. Each hint is followed by an answer that begins after it.
 */
export function rateLimited(answer: () => void): Disposable & { readonly hint: () => void } {
  let cancel: (() => void) | undefined;
  let last = -Infinity;
  let gap = 0;
  const start = () => {
    cancel = undefined;
    last = performance.now();
    answer();
  };
  const plan = () => {
    const now = performance.now();
    gap = now - last > longestGapMs ? 0 : Math.min(longestGapMs, gap * 2 || shortestGapMs);
    return after(last + gap - now, start);
  };
  return {
    hint: () => void (cancel ??= plan()),
    dispose: () => cancel?.(),
  };
}

/** The shortest timer takes a millisecond, and on Windows up to sixteen. Answers how to call it off. */
function after(ms: number, work: () => void): () => void {
  if (ms <= 0) {
    const soon = setImmediate(work);
    return () => clearImmediate(soon);
  }
  const later = setTimeout(work, ms);
  return () => clearTimeout(later);
}
