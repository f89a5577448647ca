import type { WindowInfo } from '#contract/model/windows/window';
import type { WindowListOptions, WindowProvider } from '../backend.ts';

/**
 * How old a list may be that reads of one caller share, in milliseconds: what is younger is one moment. Anyone who waits for a
 * change of windows looks less often than that.
 */
const sharedMs = 100;

interface Listed {
  readonly at: number;
  readonly windows: Promise<readonly WindowInfo[]>;
}

/**
 * Lists of windows that reads with the same `look` share. Nearly every operation needs a window by its id, so that an act
 * that looks ten times before it begins would list all windows ten times.
 */
export class SharedLists {
  readonly #windows: WindowProvider;
  readonly #isOwn: (window: WindowInfo) => boolean;
  #lists = new Map<string, Listed>();

  constructor(windows: WindowProvider, isOwn: (window: WindowInfo) => boolean) {
    this.#windows = windows;
    this.#isOwn = isOwn;
  }

  /** The windows, listed at most once in {@link sharedMs}. Not for actions, which list windows themselves. */
  seenBy(look: string): WindowProvider {
    return Object.assign(Object.create(this.#windows) as WindowProvider, {
      list: (options: WindowListOptions) => this.#list(look, options),
    });
  }

  /** An act under this look makes what it saw before old. */
  forget(look: string): void {
    this.#lists = new Map([...this.#lists].filter(([key]) => !key.startsWith(`${look} `)));
  }

  async #list(look: string, options: WindowListOptions): Promise<readonly WindowInfo[]> {
    const { all, own = false, foreign = false } = options;
    if (!all) return this.#read(look, options);
    const windows = await this.#read(look, { all, own: true, foreign: true });
    return windows.filter((window) => (own || !this.#isOwn(window)) && (foreign || !window.foreign));
  }

  #read(look: string, options: WindowListOptions): Promise<readonly WindowInfo[]> {
    const now = performance.now();
    for (const [key, { at }] of this.#lists) if (now - at > sharedMs) this.#lists.delete(key);
    const key = `${look} ${JSON.stringify(options)}`;
    const known = this.#lists.get(key);
    if (known) return known.windows;
    const windows = this.#windows.list(options);
    this.#lists.set(key, { at: now, windows });
    // A list that failed is nobody else's failure.
    windows.catch(() => this.#lists.get(key)?.windows === windows && this.#lists.delete(key));
    return windows;
  }
}
