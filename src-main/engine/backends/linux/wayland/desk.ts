import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { Compositor, CompositorWindow } from './compositor.ts';
import { Layout } from './layout.ts';
import type { Outputs } from './wire/outputs.ts';
import type { XSide } from './xwayland/x-pixels.ts';

/** A Wayland session, shared by all providers. */
export interface Desk {
  readonly compositor: Compositor;
  readonly outputs: Outputs;
  /** Opened with the first XWayland window: connecting would start an X server. Null without one. */
  readonly xSide: () => Promise<XSide | null>;
}

export function layoutOf({ outputs }: Pick<Desk, 'outputs'>): Layout {
  return new Layout(outputs.list());
}

/** The last reported windows, for lookups of further facts. */
export class KnownWindows {
  readonly #desk: Desk;
  #last: ReadonlyMap<WindowId, CompositorWindow> = new Map();
  /** For windows with different ids in the compositor. */
  #named: ReadonlyMap<WindowId, WindowId> = new Map();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  async all(): Promise<readonly CompositorWindow[]> {
    const reported = await this.#desk.compositor.windows();
    const windows = reported.some(isUnnamed) ? namedByX(reported, await this.#ofX()) : reported;
    this.#named = new Map(reported.map(({ id }, i) => [id, windows[i]?.id ?? id]));
    this.#last = new Map(windows.map((window) => [window.id, window]));
    return windows;
  }

  /** Our id for the compositor's window id. */
  async idOf(id: WindowId): Promise<WindowId> {
    if (!this.#named.has(id)) await this.all();
    return this.#named.get(id) ?? id;
  }

  async #ofX(): Promise<readonly WindowInfo[]> {
    const side = await this.#desk.xSide().catch(() => null);
    return (await side?.list().catch(() => [])) ?? [];
  }

  /** From the last list; looked up if missing there. */
  async find(id: WindowId): Promise<CompositorWindow | undefined> {
    return this.#last.get(id) ?? (await this.all()).find((window) => window.id === id);
  }
}

/** X window ids have 32 bits, other ids more. */
const xIds = 2 ** 32;

type OfX = Pick<WindowInfo, 'id' | 'processId' | 'title' | 'className'>;

/** An X window without its X id, as reported by KWin 6. */
function isUnnamed({ isX, id }: Pick<CompositorWindow, 'isX' | 'id'>): boolean {
  return isX && Number(id) >= xIds;
}

/**
 * Assigns the X server's ids: of a process's windows, those with the same title, else the same class; of several the topmost.
 * Windows that the server does not list stay unchanged, without an X counterpart.
 * @param ofX topmost first, like `windows`
 */
export function namedByX(windows: readonly CompositorWindow[], ofX: readonly OfX[]): readonly CompositorWindow[] {
  const taken = new Set<WindowId>(windows.filter((window) => !isUnnamed(window)).map(({ id }) => id));
  const take = (window: CompositorWindow, isSame: (x: OfX) => boolean): WindowId | undefined => {
    const found = ofX.find((x) => !taken.has(x.id) && x.processId === window.processId && isSame(x))?.id;
    if (found) taken.add(found);
    return found;
  };
  const byTitle = windows.map((window) =>
    isUnnamed(window) ? take(window, ({ title }) => title === window.title) : null,
  );
  return windows.map((window, i) => {
    if (!isUnnamed(window)) return window;
    const id = byTitle[i] ?? take(window, ({ className }) => sameClass(className, window.className));
    return id ? { ...window, id } : { ...window, isX: false };
  });
}

/** KWin reports it in lower case. */
function sameClass(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
