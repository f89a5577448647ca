import { performance } from 'node:perf_hooks';
import type { XEvent } from 'x11';
import { contains, type Point, type Rect } from '#contract/model/geometry';
import { sleep } from '../../../../../base/async/deadline.ts';
import type { PopupKind } from '../display/stacking.ts';

/** How long a press may take to be looked up after it closed a popup, in milliseconds. */
const recentMs = 250;
/** How long closed popups are remembered, in milliseconds. */
const rememberedMs = 2_000;
/** Nobody presses beside a popup this soon after it opened: the press opened it. Milliseconds. */
const openingMs = 150;
/** Events of the popup and of the press come on different ways; milliseconds. */
const earlierMs = 100;
/** How long a busy app takes to close its menu after a press, in milliseconds. */
const closingMs = 300;

interface Popup {
  readonly window: number;
  /** When it was mapped, by `performance.now()`. */
  readonly since: number;
  readonly kind: Promise<PopupKind>;
}

interface ClosedPopup extends Popup {
  readonly bounds: Rect;
  readonly at: number;
}

/** Popups that are open or have just closed: the candidates of an input method close with the press that chooses one. */
export class RecentPopups {
  readonly #kindOf: (window: number) => Promise<PopupKind>;
  readonly #places = new Map<number, Rect>();
  readonly #open = new Map<number, Popup>();
  #closed: readonly ClosedPopup[] = [];

  constructor(kindOf: (window: number) => Promise<PopupKind>) {
    this.#kindOf = kindOf;
  }

  /** @param event of a child of the root */
  received(event: XEvent): void {
    if (event.name === 'CreateNotify' && event.overrideRedirect) this.#placed(event.wid, event);
    else if (event.name === 'ConfigureNotify' && event.overrideRedirect) this.#placed(event.wid1 ?? 0, event);
    else if (event.name === 'MapNotify' && event.overrideRedirect) this.#opened(event.wid);
    else if (event.name === 'UnmapNotify' || event.name === 'DestroyNotify') this.#close(event.wid);
    if (event.name === 'DestroyNotify') this.#places.delete(event.wid);
  }

  /** The popup at a point that closed a moment ago, the last one first; null if none. */
  at(point: Point): number | null {
    const since = performance.now() - recentMs;
    return this.#closed.find(({ at, bounds }) => at > since && contains(bounds, point))?.window ?? null;
  }

  /**
   * The menus and lists that were open at a press beside them and close with it, the first closed last; empty if it was in one.
   * Waits a moment for an app that is slow to close them.
   * @param time of the press, by `performance.now()`
   */
  async closedBy({ at, time }: { readonly at: Point; readonly time: number }): Promise<readonly ClosedPopup[]> {
    const open = [...this.#open.values(), ...this.#closed.filter((closed) => closed.at > time - earlierMs)];
    const before = open.filter(({ since }) => since < time - openingMs);
    const kinds = await Promise.all(before.map(({ kind }) => kind));
    const menus = before.filter((_, index) => kinds[index] !== 'mute');
    if (menus.some(({ window }) => contains(this.#lastPlace(window), at))) return [];
    for (const end = time + closingMs; performance.now() < end && menus.some((menu) => this.#isOpen(menu));)
      await sleep(20);
    return this.#closed.filter(({ window, since }) =>
      menus.some((menu) => menu.window === window && menu.since === since),
    );
  }

  #isOpen({ window, since }: Popup): boolean {
    return this.#open.get(window)?.since === since;
  }

  #lastPlace(window: number): Rect {
    const closed = this.#closed.find((each) => each.window === window);
    return this.#places.get(window) ?? closed?.bounds ?? { x: 0, y: 0, width: 0, height: 0 };
  }

  #placed(window: number, { x = 0, y = 0, width = 0, height = 0 }: XEvent): void {
    this.#places.set(window, { x, y, width, height });
  }

  #opened(window: number): void {
    const kind = this.#kindOf(window).catch((): PopupKind => 'mute');
    this.#open.set(window, { window, since: performance.now(), kind });
  }

  #close(window: number): void {
    const bounds = this.#places.get(window);
    const popup = this.#open.get(window);
    this.#open.delete(window);
    if (!popup || !bounds) return;
    const at = performance.now();
    this.#closed = [{ ...popup, bounds, at }, ...this.#closed.filter((closed) => closed.at > at - rememberedMs)];
  }
}
