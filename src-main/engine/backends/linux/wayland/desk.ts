import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { Compositor, CompositorWindow } from './compositor.ts';
import { Layout } from './layout.ts';
import type { Outputs } from './wire/outputs.ts';
import type { XSide } from './xwayland/x-pixels.ts';

/** A Wayland session, as all providers look at it. */
export interface Desk {
  readonly compositor: Compositor;
  readonly outputs: Outputs;
  /** Opened with the first window that comes through XWayland: to ask for it starts an X server. Null if there is none. */
  readonly xSide: () => Promise<XSide | null>;
}

export function layoutOf({ outputs }: Pick<Desk, 'outputs'>): Layout {
  return new Layout(outputs.list());
}

/** The windows as they were reported last, for those who have to know more of one in a list. */
export class KnownWindows {
  readonly #desk: Desk;
  #last: ReadonlyMap<WindowId, CompositorWindow> = new Map();
  /** Of windows that the compositor knows by others. */
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

  /** What a window is called here that the compositor calls so. */
  async idOf(id: WindowId): Promise<WindowId> {
    if (!this.#named.has(id)) await this.all();
    return this.#named.get(id) ?? id;
  }

  async #ofX(): Promise<readonly WindowInfo[]> {
    const side = await this.#desk.xSide().catch(() => null);
    return (await side?.list().catch(() => [])) ?? [];
  }

  /** As it was in the last list; looked for where it was not. */
  async find(id: WindowId): Promise<CompositorWindow | undefined> {
    return this.#last.get(id) ?? (await this.all()).find((window) => window.id === id);
  }
}

/** Ids of X windows have 32 bits, those of others more. */
const xIds = 2 ** 32;

type OfX = Pick<WindowInfo, 'id' | 'processId' | 'title' | 'className'>;

/** An X window without its id there, as KWin 6 tells it. */
function isUnnamed({ isX, id }: Pick<CompositorWindow, 'isX' | 'id'>): boolean {
  return isX && Number(id) >= xIds;
}

/**
 * With the ids that the X server has for them: of windows of their process those with their title, else with their class; of several
 * the topmost. What the server does not list stays as it is, as a window without an X side.
 * @param ofX topmost first, as `windows`
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

/** KWin writes it in small letters. */
function sameClass(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
