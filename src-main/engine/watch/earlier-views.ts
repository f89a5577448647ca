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

  /** Another view takes its place from that time on, in milliseconds by the clock of input. */
  replaced(view: WarmView, until: number): void {
    this.#views = [...this.#views, { view, until }].slice(-kept);
  }

  /** What was known at that time, in milliseconds by the clock of input; null where that is what is known now. */
  at(time: number): WarmView | null {
    const earlier = this.#views.find(({ until }) => time < until);
    return earlier ? { ...earlier.view, fresh: false } : null;
  }
}
