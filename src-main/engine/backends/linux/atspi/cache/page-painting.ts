import type { WindowId } from '#contract/model/windows/window';
import type { Painted, PaintSource } from '../../window-system.ts';

/** What was painted of a window since a page in it was last looked at. */
interface Waiting {
  readonly window: WindowId;
  painted: Painted | 'nothing' | null;
}

/**
 * The paint reports of windows, for two readers: each report is given once, to whom looks at the window, and kept for the pages
 * in it, which are looked at after it.
 */
export class PagePainting {
  readonly #source: PaintSource;
  readonly #waiting = new Map<WindowId, Waiting>();
  /** For windows. */
  readonly windows: PaintSource;
  /** For pages, by {@link pageId}. */
  readonly pages: PaintSource;

  constructor(source: PaintSource) {
    this.#source = source;
    this.windows = {
      since: (window, gone) => this.#since(window, gone),
      stamp: (window) => source.stamp(window),
      forget: (window) => source.forget(window),
    };
    this.pages = {
      since: (page) => Promise.resolve(this.#take(page)),
      stamp: (page) => source.stamp(windowOf(page)),
      forget: (page) => void this.#waiting.delete(page),
    };
  }

  async #since(window: WindowId, gone: () => void): Promise<Painted | null> {
    const painted = await this.#source.since(window, gone);
    for (const waiting of this.#waiting.values())
      if (waiting.window === window) waiting.painted = both(waiting.painted, painted);
    return painted;
  }

  #take(page: WindowId): Painted | null {
    const known = this.#waiting.get(page);
    this.#waiting.set(page, { window: windowOf(page), painted: 'nothing' });
    return known && known.painted !== 'nothing' ? known.painted : null;
  }
}

function both(before: Waiting['painted'], now: Painted | null): Waiting['painted'] {
  if (before === 'nothing' || before === null || now === null) return before === null ? null : now;
  return { ...now, areas: [...before.areas, ...now.areas], popups: before.popups || now.popups };
}

const separator = '@';

/** The name of a page in a window. @param bus of its process */
export function pageId(window: WindowId, bus: string): WindowId {
  return `${window}${separator}${bus}` as WindowId;
}

function windowOf(page: WindowId): WindowId {
  return page.slice(0, page.indexOf(separator)) as WindowId;
}
