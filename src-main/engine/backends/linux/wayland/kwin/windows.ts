import { z } from 'zod';
import { AppError } from '#contract/errors';
import { intersect } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/windows/window';
import { type Disposable, disposable } from '../../../../../base/async/disposable.ts';
import { monotonicAt } from '../../../../../base/async/monotonic.ts';
import { formatWindowId } from '../../x11/display/ids.ts';
import type { Compositor, CompositorPopup, CompositorWindow } from '../compositor.ts';
import { CompositorLost } from '../wire/failure.ts';
import type { KWinBus } from './bus.ts';
import { acting, acts, moving, sending, showing, listing, watching, keepScript } from './scripts.ts';

type Windows = Pick<
  Compositor,
  | 'name'
  | 'windows'
  | 'activeSince'
  | 'popups'
  | 'desktops'
  | 'watch'
  | 'act'
  | 'move'
  | 'moveToDesktop'
  | 'showDesktop'
>;

type ListedWindow = Listed['windows'][number];

/** A window with KWin's id. */
export interface KWinWindow extends CompositorWindow {
  readonly internalId: string;
}

/** KWin's windows, through scripts. @throws CompositorLost */
export async function openKWinWindows(bus: KWinBus): Promise<Windows & Disposable> {
  const list = new FreshList(bus);
  await list.follow();
  const run = async (window: CompositorWindow, act: string): Promise<void> => {
    const isThere = await bus.run(acting((window as KWinWindow).internalId, act));
    list.changed();
    if (isThere !== true) throw new AppError('window_not_found', `The window ${window.id} is gone.`);
  };

  return {
    name: await versionOf(bus),
    windows: async () => windowsIn(await list.read()),
    async activeSince() {
      const active = windowsIn(await list.read()).find((window) => window.active);
      const time = list.activatedAt;
      return active && time !== null ? { window: active.id, time } : null;
    },
    popups: async () => popupsIn(await list.read()),
    desktops: async () => (await list.read()).desktops,
    watch: (changed) => list.watch(changed),
    act: (window, action) => run(window, acts[action]),
    dispose: () => list.dispose(),
    move: (window, frame) => run(window, moving({ ...window.frame, ...frame })),
    moveToDesktop: (window, desktop) => run(window, sending(desktop)),
    async showDesktop(desktop) {
      await bus.run(showing(desktop));
      list.changed();
    },
  };
}

async function versionOf(bus: KWinBus): Promise<string> {
  const [text] = await bus.ask('/KWin', 'org.kde.KWin', 'supportInformation');
  const version = /KWin version: ([\d.]+)/.exec(String(text))?.[1];
  return version ? `KWin ${version}` : 'KWin';
}

/**
 * Topmost first. Excludes panels, the wallpaper and other special windows, and layers of this process: outlines and the overlay
 * of a pick.
 */
export function windowsIn({ windows }: Listed): readonly KWinWindow[] {
  const listed = windows.filter(({ popup, special, pid }) => !popup && !special && pid !== process.pid);
  return topmostFirst(listed).map(toWindow);
}

export function popupsIn({ windows }: Listed): readonly CompositorPopup[] {
  const shown = windows.filter(({ popup, shown: isShown, frame }) => popup && isShown && frame.width > 0);
  return topmostFirst(shown).map(({ frame, buffer, pid }) => ({ place: frame, buffer, processId: pid }));
}

function topmostFirst(windows: readonly ListedWindow[]): readonly ListedWindow[] {
  return [...windows].sort((a, b) => b.z - a.z);
}

function toWindow(window: ListedWindow): KWinWindow {
  const { frame, buffer, fullScreen, minimized, maximized } = window;
  return {
    id: window.x11 > 0 ? formatWindowId(window.x11) : idOf(window.id),
    internalId: window.id,
    isX: window.x11 !== 0,
    title: window.title,
    className: window.className,
    processId: window.pid,
    frame,
    // One includes KWin's decorations, the other the app's shadow.
    content: intersect(frame, buffer) ?? frame,
    buffer,
    state: minimized ? 'minimized' : fullScreen ? 'fullscreen' : maximized ? 'maximized' : 'normal',
    active: window.active,
    shown: window.shown,
    desktop: window.desktop,
    alwaysOnTop: window.keepAbove,
    demandsAttention: window.attention,
  };
}

/** The first 48 bits of its UUID, and another bit that no X window id has. */
function idOf(uuid: string): WindowId {
  return `0x1${uuid.replaceAll(/[^\da-f]/gi, '').slice(0, 12)}`;
}

const rect = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** The report of the `listing` script. */
const listed = z.object({
  desktops: z.object({ count: z.number(), current: z.number() }),
  windows: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      className: z.string(),
      pid: z.number(),
      /** Its X id; 0 for other windows, -1 if KWin does not report it. */
      x11: z.number(),
      frame: rect,
      buffer: rect,
      popup: z.boolean(),
      special: z.boolean(),
      active: z.boolean(),
      minimized: z.boolean(),
      maximized: z.boolean(),
      fullScreen: z.boolean(),
      keepAbove: z.boolean(),
      attention: z.boolean(),
      desktop: z.number().nullable(),
      shown: z.boolean(),
      z: z.number(),
    }),
  ),
});

type Listed = z.output<typeof listed>;

/** Maximum age of a cached list, in milliseconds: not all its changes are announced. */
const mostAgeMs = 300;

const activation = z.object({ activated: z.number() });

/**
 * The list of windows, read again only after changes. KWin's announcements precede its later answers, so one small query proves
 * that nothing changed.
 */
class FreshList implements Disposable {
  readonly #bus: KWinBus;
  readonly #listeners = new Set<() => void>();
  #kept: { readonly list: Listed; readonly at: number } | null = null;
  #changes = 0;
  #activatedAt: number | null = null;
  #following: Disposable | null = null;

  constructor(bus: KWinBus) {
    this.#bus = bus;
  }

  /** Subscribes to changes. @throws CompositorLost */
  async follow(): Promise<void> {
    const changed = (what?: unknown) => {
      const reported = activation.safeParse(what);
      if (reported.success) this.#activatedAt = monotonicAt(reported.data.activated);
      this.changed();
      for (const listener of this.#listeners) listener();
    };
    this.#following = await keepScript(this.#bus, watching, changed, changed);
  }

  /** When another window became active, by the machine's monotonic clock: as reported up to the last read. */
  get activatedAt(): number | null {
    return this.#activatedAt;
  }

  /** Discards earlier reports. */
  changed(): void {
    this.#kept = null;
    this.#changes++;
  }

  dispose(): void {
    this.#following?.dispose();
  }

  watch(changed: () => void): Disposable {
    this.#listeners.add(changed);
    return disposable(() => this.#listeners.delete(changed));
  }

  /** @throws CompositorLost */
  async read(): Promise<Listed> {
    await this.#bus.ask('/KWin', 'org.freedesktop.DBus.Peer', 'Ping');
    if (this.#kept && Date.now() - this.#kept.at < mostAgeMs) return this.#kept.list;
    const changes = this.#changes;
    const parsed = listed.safeParse(await this.#bus.run(listing));
    if (!parsed.success) throw new CompositorLost('it tells of its windows what cannot be read');
    this.#kept = changes === this.#changes ? { list: parsed.data, at: Date.now() } : null;
    return parsed.data;
  }
}
