import { performance } from 'node:perf_hooks';
import type { XEvent } from 'x11';
import { contains, type Point, type Rect } from '#contract/model/geometry';

/** How long a press may take to be looked up after it closed a popup, in milliseconds. */
const recentMs = 250;

/** Popups that have just closed, as the candidates of an input method do with the press that chooses one. */
export class ClosedPopups {
  readonly #places = new Map<number, Rect>();
  readonly #open = new Set<number>();
  #closed: { readonly window: number; readonly bounds: Rect; readonly at: number }[] = [];

  /** @param event of a child of the root */
  received(event: XEvent): void {
    if (event.name === 'CreateNotify' && event.overrideRedirect) this.#placed(event.wid, event);
    else if (event.name === 'ConfigureNotify' && event.overrideRedirect) this.#placed(event.wid1 ?? 0, event);
    else if (event.name === 'MapNotify' && event.overrideRedirect) this.#open.add(event.wid);
    else if (event.name === 'UnmapNotify' || event.name === 'DestroyNotify') this.#close(event.wid);
    if (event.name === 'DestroyNotify') this.#places.delete(event.wid);
  }

  /** The popup at a point that closed a moment ago, the last one first; null if none. */
  at(point: Point): number | null {
    this.#forgetOld();
    return this.#closed.find(({ bounds }) => contains(bounds, point))?.window ?? null;
  }

  #placed(window: number, { x = 0, y = 0, width = 0, height = 0 }: XEvent): void {
    this.#places.set(window, { x, y, width, height });
  }

  #close(window: number): void {
    const bounds = this.#places.get(window);
    if (!this.#open.delete(window) || !bounds) return;
    this.#forgetOld();
    this.#closed.unshift({ window, bounds, at: performance.now() });
  }

  #forgetOld(): void {
    const since = performance.now() - recentMs;
    this.#closed = this.#closed.filter(({ at }) => at > since);
  }
}
