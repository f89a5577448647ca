import type { RawNode } from '../../backend.ts';
import type { WindowInfo } from '#contract/model/windows/window';

/** The desktop before the input that is being looked up. */
export interface LiveView {
  /** Topmost first, Deskscope's own windows included. */
  readonly stack: readonly WindowInfo[];
  readonly active: WindowInfo | null;
  /** Tree of the active window, or the part that was read; null if it could not be read or is Deskscope's. */
  readonly root: RawNode | null;
  /** Runtime id of the focused element. */
  readonly focused: string | null;
  /** False if something happened since it was read. */
  readonly fresh: boolean;
  /** No input or window change since it was read: the app has announced all other changes. True at least of its open menus. */
  readonly isUntouched: boolean;
  /** Processes that reported elements of a window. */
  readonly reporting: ReadonlySet<number>;
}

/** More than are read while input waits to be received on a busy machine. */
const kept = 8;

/**
 * The desktop as known before the last reading: input is received late on a busy machine, so newer readings may already show its
 * effect.
 */
export class EarlierViews {
  /** Oldest first, each with the time at which it was replaced. */
  #views: readonly { readonly view: LiveView; readonly until: number }[] = [];

  /** The view is replaced at that time, in milliseconds by the input clock. */
  replaced(view: LiveView, until: number): void {
    this.#views = [...this.#views, { view, until }].slice(-kept);
  }

  /** The view at that time, in milliseconds by the input clock; null if it is the current one. */
  at(time: number): LiveView | null {
    const earlier = this.#views.find(({ until }) => time < until);
    return earlier ? { ...earlier.view, fresh: false } : null;
  }
}
