import { performance } from 'node:perf_hooks';
import type { WarmView } from './warm-tree.ts';

/** More than are read while input waits to be heard on a busy machine. */
const kept = 8;

/**
 * The desktop as it was known before it was last read: input is heard late on a busy machine, and what was read meanwhile
 * may be its doing already.
 */
export class EarlierViews {
  /** The oldest first, each with when another took its place. */
  #views: readonly { readonly view: WarmView; readonly until: number }[] = [];

  /** Another view takes its place now. */
  replaced(view: WarmView): void {
    this.#views = [...this.#views, { view, until: performance.now() }].slice(-kept);
  }

  /** What was known at that time, in milliseconds by the clock of input; null where that is what is known now. */
  at(time: number): WarmView | null {
    const earlier = this.#views.find(({ until }) => time < until);
    return earlier ? { ...earlier.view, fresh: false } : null;
  }
}
