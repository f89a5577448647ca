import { performance } from 'node:perf_hooks';
import type { XAttributes, XTree } from 'x11';
import type { XConnection } from '../display/connection.ts';
import { isGone } from '../display/failure.ts';
import { readNumbers, readProperty } from '../display/properties.ts';
import type { ServerClock } from '../display/server-clock.ts';

/** Limit for a list: 65536 windows. */
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
 * The window manager's properties of the root window. Changed ones are stale until they are read again.
 * https://specifications.freedesktop.org/wm-spec/
 */
export class RootState {
  readonly #lists: Record<keyof typeof listed, readonly number[]> = {
    stacking: [],
    clients: [],
    active: [],
    desktop: [],
    desktops: [],
    supported: [],
  };
  #unlisted: readonly number[] = [];
  /** Null before it is read. */
  #manager: number | null = null;
  #parts: ReadonlyMap<number, Part> = new Map();
  #activeSince: number | null = null;
  readonly #stale = new Set<Part>([...(Object.keys(listed) as (keyof typeof listed)[]), 'manager', 'tree']);
  readonly #x: XConnection;
  readonly #clock: ServerClock;

  constructor(x: XConnection, clock: ServerClock) {
    this.#x = x;
    this.#clock = clock;
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

  /** The check window of a running manager; 0 if there is none. */
  get manager(): number {
    return this.#manager ?? 0;
  }

  get active(): number {
    return this.#lists.active[0] ?? 0;
  }

  /** When another window was announced as active, in milliseconds by our clock; null if no event was received. */
  get activeSince(): number | null {
    return this.#activeSince;
  }

  /** Null if there are no virtual desktops. */
  get currentDesktop(): number | null {
    return this.#lists.desktop[0] ?? null;
  }

  get desktopCount(): number {
    return this.#lists.desktops[0] ?? 1;
  }

  get supported(): readonly number[] {
    return this.#lists.supported;
  }

  /** There is no window list: no manager, or one that does not publish it, such as Weston's. */
  get unlisted(): boolean {
    if (this.#manager === null) return false;
    return this.#manager === 0 || !this.supported.some((atom) => isList(this.#parts.get(atom)));
  }

  /** The user's windows, topmost first; without a list, the mapped ones. */
  get windows(): readonly number[] {
    if (this.unlisted) return this.#unlisted;
    const { stacking, clients } = this.#lists;
    return [...(stacking.length > 0 ? stacking : clients)].reverse();
  }

  get isStale(): boolean {
    // The tree matters only without a list: it changes with every menu.
    return [...this.#stale].some((part) => part !== 'tree' || this.unlisted);
  }

  /** A root property changed. Returns whether it is relevant. @param stamp the server's time */
  propertyChanged(atom: number, stamp: number): boolean {
    const part = this.#parts.get(atom);
    if (part) this.#stale.add(part);
    if (part === 'active') this.#activeSince = this.#clock.at(stamp, performance.now());
    return part !== undefined;
  }

  /** A child of the root changed. Returns whether it is relevant. */
  treeChanged(destroyed: number | null): boolean {
    this.#stale.add('tree');
    const orphaned = destroyed !== null && destroyed === this.manager;
    if (orphaned) this.#stale.add('manager');
    return orphaned || this.unlisted;
  }

  /** Reads stale properties. @throws XFailure, DisplayUnavailable */
  async read(): Promise<void> {
    const parts = [...this.#stale].filter((part) => part !== 'tree' || this.unlisted);
    for (const part of parts) this.#stale.delete(part);
    try {
      await Promise.all(parts.map((part) => this.#readPart(part)));
    } catch (error) {
      for (const part of parts) this.#stale.add(part);
      throw error;
    }
  }

  async #readPart(part: Part): Promise<void> {
    if (part === 'tree') this.#unlisted = await windowsOfTree(this.#x, this.manager !== 0);
    else if (part === 'manager') this.#manager = await findManager(this.#x);
    else this.#lists[part] = await readNumbers(this.#x, this.#x.root, listed[part], maxListBytes);
    // Whether the tree is used, and how, depends on these.
    if (part === 'manager' || part === 'supported') this.#stale.add('tree');
  }
}

function isList(part: Part | undefined): boolean {
  return part === 'stacking' || part === 'clients';
}

/** The property outlives a crashed manager; the window that it names does not. */
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

/** The class of visible windows. https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#requests:CreateWindow */
const inputOutput = 1;

/**
 * The client windows without a manager's list, topmost first: mapped children of the root that a manager marked as a client or
 * framed. Without any manager, windows without override-redirect count too.
 * @throws XFailure, DisplayUnavailable
 */
async function windowsOfTree(x: XConnection, managed: boolean): Promise<readonly number[]> {
  const children = await childrenOf(x, x.root);
  const clients = await Promise.all(children.map((id) => clientAt(x, id, managed)));
  return clients.filter((id) => id !== null).reverse();
}

async function clientAt(x: XConnection, window: number, managed: boolean): Promise<number | null> {
  try {
    const { mapState, klass, overrideRedirect } = await x.ask<XAttributes>((client, done) =>
      client.GetWindowAttributes(window, done),
    );
    if (mapState === 0 || klass !== inputOutput) return null;
    const client = await clientIn(x, window);
    return client ?? (managed || overrideRedirect !== 0 ? null : window);
  } catch (error) {
    // Windows may close meanwhile.
    if (isGone(error)) return null;
    throw error;
  }
}

/** ICCCM 4.1.3.1: window managers put WM_STATE on every managed client, and on nothing else. */
async function clientIn(x: XConnection, window: number): Promise<number | null> {
  const inside = await childrenOf(x, window);
  const candidates = [window, ...inside];
  const marks = await Promise.all(candidates.map((id) => readProperty(x, id, 'WM_STATE', 4)));
  return candidates.find((_, i) => (marks[i]?.data.length ?? 0) > 0) ?? null;
}

async function childrenOf(x: XConnection, window: number): Promise<readonly number[]> {
  const { children } = await x.ask<XTree>((client, done) => client.QueryTree(window, done));
  return children;
}
