import type { XAttributes, XTree } from 'x11';
import type { XConnection } from './connection.ts';
import { isGone } from './failure.ts';
import { readNumbers } from './properties.ts';

/** Bounds what is read of a list: 65536 windows. */
const maxListBytes = 1 << 18;

const listed = {
  stacking: '_NET_CLIENT_LIST_STACKING',
  clients: '_NET_CLIENT_LIST',
  active: '_NET_ACTIVE_WINDOW',
  desktop: '_NET_CURRENT_DESKTOP',
  desktops: '_NET_NUMBER_OF_DESKTOPS',
  supported: '_NET_SUPPORTED',
} as const;

type Part = keyof typeof listed | 'manager' | 'tree';

/**
 * What the window manager says of the whole desktop, on the root window. Parts that changed are stale until they are
 * read again. https://specifications.freedesktop.org/wm-spec/
 */
export class RootState {
  /** The window by which a living manager shows that it is there; 0 where there is none. */
  manager = 0;
  readonly #lists: Record<keyof typeof listed, readonly number[]> = {
    ...{ stacking: [], clients: [], active: [], desktop: [], desktops: [], supported: [] },
  };
  #unmanaged: readonly number[] = [];
  #parts: ReadonlyMap<number, Part> = new Map();
  readonly #stale = new Set<Part>([...(Object.keys(listed) as (keyof typeof listed)[]), 'manager', 'tree']);
  readonly #x: XConnection;

  constructor(x: XConnection) {
    this.#x = x;
  }

  async prepare(): Promise<void> {
    const names: [string, Part][] = Object.entries(listed).map(([part, name]) => [name, part as Part]);
    names.push(['_NET_SUPPORTING_WM_CHECK', 'manager']);
    this.#parts = new Map(
      await Promise.all(names.map(async ([name, part]) => [await this.#x.atom(name), part] as const)),
    );
  }

  /** The root window itself. */
  get window(): number {
    return this.#x.root;
  }

  get active(): number {
    return this.#lists.active[0] ?? 0;
  }

  /** Null where there are no virtual desktops. */
  get currentDesktop(): number | null {
    return this.#lists.desktop[0] ?? null;
  }

  get desktopCount(): number {
    return this.#lists.desktops[0] ?? 1;
  }

  get supported(): readonly number[] {
    return this.#lists.supported;
  }

  /** The windows people work with, topmost first; without a manager, those below the root that are shown. */
  get windows(): readonly number[] {
    if (this.manager === 0) return this.#unmanaged;
    const { stacking, clients } = this.#lists;
    return [...(stacking.length > 0 ? stacking : clients)].reverse();
  }

  get isStale(): boolean {
    // The tree counts only where nobody manages it: it changes with every menu.
    return [...this.#stale].some((part) => part !== 'tree' || this.manager === 0);
  }

  /** A property of the root changed. Answers whether it matters here. */
  propertyChanged(atom: number): boolean {
    const part = this.#parts.get(atom);
    if (part) this.#stale.add(part);
    return part !== undefined;
  }

  /** Something became of a child of the root. Answers whether it matters here. */
  treeChanged(destroyed: number | null): boolean {
    this.#stale.add('tree');
    const orphaned = destroyed !== null && destroyed === this.manager;
    if (orphaned) this.#stale.add('manager');
    return orphaned || this.manager === 0;
  }

  /** Reads what is stale. @throws XFailure, DisplayUnavailable */
  async read(): Promise<void> {
    const parts = [...this.#stale].filter((part) => part !== 'tree' || this.manager === 0);
    for (const part of parts) this.#stale.delete(part);
    try {
      await Promise.all(parts.map((part) => this.#readPart(part)));
    } catch (error) {
      for (const part of parts) this.#stale.add(part);
      throw error;
    }
  }

  async #readPart(part: Part): Promise<void> {
    if (part === 'manager') this.manager = await findManager(this.#x);
    else if (part === 'tree') this.#unmanaged = await unmanagedWindows(this.#x);
    else this.#lists[part] = await readNumbers(this.#x, this.#x.root, listed[part], maxListBytes);
  }
}

/** The property outlives a manager that crashed; the window it names does not. */
async function findManager(x: XConnection): Promise<number> {
  const [window = 0] = await readNumbers(x, x.root, '_NET_SUPPORTING_WM_CHECK');
  if (window === 0) return 0;
  try {
    await readNumbers(x, window, '_NET_SUPPORTING_WM_CHECK');
    return window;
  } catch (error) {
    if (isGone(error)) return 0;
    throw error;
  }
}

/** Without a window manager, clients stand directly below the root. */
async function unmanagedWindows(x: XConnection): Promise<readonly number[]> {
  const { children } = await x.ask<XTree>((client, done) => client.QueryTree(x.root, done));
  const shown = await Promise.all(children.map((id) => isShown(x, id)));
  return children.filter((_, i) => shown[i]).reverse();
}

async function isShown(x: XConnection, window: number): Promise<boolean> {
  try {
    const attributes = await x.ask<XAttributes>((client, done) => client.GetWindowAttributes(window, done));
    return attributes.mapState !== 0 && attributes.overrideRedirect === 0 && attributes.klass === inputOutput;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** The class of windows that can be seen. https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#requests:CreateWindow */
const inputOutput = 1;
