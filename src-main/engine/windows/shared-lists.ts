import type { WindowInfo } from '#contract/model/windows/window';
import type { WindowListOptions, WindowProvider } from '../backend.ts';

/**
 * Maximum age of a list that reads of one caller share, in milliseconds: younger lists count as current. Callers that wait for
 * window changes poll less often.
 */
const sharedMs = 100;

interface Listed {
  readonly at: number;
  readonly windows: Promise<readonly WindowInfo[]>;
}

/**
 * Window lists that reads with the same `look` share. Nearly every operation needs a window by its id, so an act that reads ten
 * times before it begins would list all windows ten times.
 */
export class SharedLists {
  readonly #windows: WindowProvider;
  readonly #isOwn: (window: WindowInfo) => boolean;
  #lists = new Map<string, Listed>();

  constructor(windows: WindowProvider, isOwn: (window: WindowInfo) => boolean) {
    this.#windows = windows;
    this.#isOwn = isOwn;
  }

  /** The windows, listed at most once in {@link sharedMs}. Not for acts, which list windows themselves. */
  seenBy(look: string): WindowProvider {
    return Object.assign(Object.create(this.#windows) as WindowProvider, {
      list: (options: WindowListOptions) => this.#list(look, options),
    });
  }

  /** An act with this look invalidates its list. */
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
    // A failed list must not fail other reads.
    windows.catch(() => this.#lists.get(key)?.windows === windows && this.#lists.delete(key));
    return windows;
  }
}
