import type { RawNode } from '../../backend.ts';
import type { WindowInfo } from '#contract/model/windows/window';

/** The desktop as it was before the input that is being looked at. */
export interface LiveView {
  /** Topmost first, Deskscope's own windows included. */
  readonly stack: readonly WindowInfo[];
  readonly active: WindowInfo | null;
  /** Tree of the active window, or the part of it that was read; null if it could not be read or is our own. */
  readonly root: RawNode | null;
  /** Runtime id of what has the keyboard focus. */
  readonly focused: string | null;
  /** False if something happened since it was read. */
  readonly fresh: boolean;
  /** No input came since it was read, and no window: what else has happened, the app has announced. True of its open menus at least. */
  readonly isUntouched: boolean;
  /** Processes that reported elements of a window. */
  readonly reporting: ReadonlySet<number>;
}

/** More than are read while input waits to be received on a busy machine. */
const kept = 8;

/**
 * The desktop as it was known before it was last read: input is received late on a busy machine, and what was read meanwhile may
 * be its doing already.
 */
export class EarlierViews {
  /** The oldest first, each with when another took its place. */
  #views: readonly { readonly view: LiveView; readonly until: number }[] = [];

  /** Another view takes its place from that time on, in milliseconds by the clock of input. */
  replaced(view: LiveView, until: number): void {
    this.#views = [...this.#views, { view, until }].slice(-kept);
  }

  /** What was known at that time, in milliseconds by the clock of input; null if that is what is known now. */
  at(time: number): LiveView | null {
    const earlier = this.#views.find(({ until }) => time < until);
    return earlier ? { ...earlier.view, fresh: false } : null;
  }
}
