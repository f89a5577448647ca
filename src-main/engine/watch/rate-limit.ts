import type { Disposable } from '../../base/async/disposable.ts';

/** Minimum time between answers, in milliseconds: after the first hint of a burst, and in a long one. */
export const shortestGapMs = 4;
export const longestGapMs = 32;

/**
 * Rate-limits answers to bursts of hints. The first after a pause is answered at once, the next soon after, since one act often
 * causes several hints, and a stream in steps that double, so that it costs no more than steady polling. After each hint an
 * answer begins.
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

/** The shortest timer takes a millisecond, and on Windows up to sixteen. Returns a function that cancels. */
function after(ms: number, work: () => void): () => void {
  if (ms <= 0) {
    const soon = setImmediate(work);
    return () => clearImmediate(soon);
  }
  const later = setTimeout(work, ms);
  return () => clearTimeout(later);
}
