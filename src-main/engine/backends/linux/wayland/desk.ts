import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { Compositor, CompositorWindow } from './compositor.ts';
import { Layout } from './layout.ts';
import { isUnnamed, namedByX } from './xwayland/named-by-x.ts';
import type { Outputs } from './wire/outputs.ts';
import type { XSide } from './xwayland/x-side.ts';

/** A Wayland session, as all providers look at it. */
export interface Desk {
  readonly compositor: Compositor;
  readonly outputs: Outputs;
  /** Opened with the first window that comes through XWayland: to ask for it starts an X server. Null where there is none. */
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
    const told = await this.#desk.compositor.windows();
    const windows = told.some(isUnnamed) ? namedByX(told, await this.#ofX()) : told;
    this.#named = new Map(told.map(({ id }, i) => [id, windows[i]?.id ?? id]));
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
