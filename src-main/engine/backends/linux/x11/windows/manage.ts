import { word } from '#contract/foreign-text';
import { AppError } from '#contract/errors';
import type { Rect } from '#contract/model/geometry';
import type { WindowAction, WindowId } from '#contract/model/windows/window';
import type { XConnection } from '../display/connection.ts';
import { countsAlike, readClientProcesses } from '../display/client-processes.ts';
import { parseWindowId } from '../display/ids.ts';
import { isStopped } from '../../processes/process.ts';
import { identifyProcess } from '../../processes/window-process.ts';
import type { LiveWindows } from './live-windows.ts';
import { readText } from '../display/properties.ts';
import type { RootState } from './root-state.ts';
import { onAllDesktops, placesOf } from './window-info.ts';

/** EWMH: requests of a pager are obeyed where those of an application may be refused as focus stealing. */
const sourcePager = 2;
const iconicState = 3;
const remove = 0;
const add = 1;
/** _NET_MOVERESIZE_WINDOW: gravity NorthWest places the frame's corner; bits 8–11 report which values are given. */
const northWest = 1;

/** An event for nobody in particular goes to the client that made the window: X protocol, SendEvent. */
const toOwner = 0;

const maximized = ['_NET_WM_STATE_MAXIMIZED_VERT', '_NET_WM_STATE_MAXIMIZED_HORZ'] as const;
const fullscreen = ['_NET_WM_STATE_FULLSCREEN'] as const;
const above = ['_NET_WM_STATE_ABOVE'] as const;

/** What a window manager must say it supports for an action to be worth asking for. */
const needed: Readonly<Partial<Record<WindowAction, readonly string[]>>> = {
  maximize: maximized,
  fullscreen,
  pinOnTop: above,
  unpin: above,
};

/** Asks the window manager to act on windows; it answers by doing it. All methods throw `unsupported_platform` where none runs. */
export class WindowManager {
  readonly #x: XConnection;
  readonly #live: LiveWindows;

  constructor(x: XConnection, live: LiveWindows) {
    this.#x = x;
    this.#live = live;
  }

  /** @throws AppError `unsupported_platform` even if the manager claims that it does not know such a thing */
  async act(id: WindowId, action: WindowAction): Promise<void> {
    const window = parseWindowId(id);
    await this.#require(needed[action] ?? [], action);
    switch (action) {
      case 'focus':
        await this.#showDesktopOf(window);
        return this.#activate(window);
      case 'minimize':
        return this.#send(window, 'WM_CHANGE_STATE', [iconicState]);
      case 'maximize':
        return this.#setState(window, add, maximized);
      case 'fullscreen':
        return this.#setState(window, add, fullscreen);
      case 'pinOnTop':
        return this.#setState(window, add, above);
      case 'unpin':
        return this.#setState(window, remove, above);
      case 'restore':
        // ICCCM 4.1.4: to be mapped is how a minimised window comes back, also one that takes no focus.
        this.#x.client.MapWindow(window);
        // In the order in which they cover each other: openbox loses the old place where maximising goes first.
        await this.#setState(window, remove, fullscreen);
        await this.#setState(window, remove, maximized);
        return this.#activate(window);
      case 'close':
        return this.#close(window);
    }
  }

  /** Moves and resizes so that what a person sees is at `bounds`; missing values stay as they are. */
  async move(id: WindowId, bounds: Partial<Rect>): Promise<void> {
    await this.#require([], 'moved');
    const window = parseWindowId(id);
    const record = (await this.#live.read()).windows.find((each) => each.id === window);
    if (!record?.place) throw new AppError('window_not_found', `The window ${id} is gone.`);
    const { bounds: seen } = placesOf(record);
    const [left = 0, , top = 0] = record.facts.shadowExtents;
    // The manager counts from the frame, or if there is none from the window with its shadow.
    const values = [
      bounds.x === undefined ? undefined : bounds.x - left,
      bounds.y === undefined ? undefined : bounds.y - top,
      bounds.width === undefined ? undefined : Math.max(1, bounds.width - seen.width + record.place.width),
      bounds.height === undefined ? undefined : Math.max(1, bounds.height - seen.height + record.place.height),
    ];
    if (await this.#knows(['_NET_MOVERESIZE_WINDOW']))
      await this.#send(window, '_NET_MOVERESIZE_WINDOW', moveData(values));
    else await this.#configure(window, values);
  }

  async moveToDesktop(id: WindowId, desktop: number): Promise<void> {
    await this.#require([], 'moved');
    await this.#send(parseWindowId(id), '_NET_WM_DESKTOP', [desktop, sourcePager]);
  }

  async showDesktop(desktop: number): Promise<void> {
    await this.#require(['_NET_CURRENT_DESKTOP'], 'shown');
    await this.#send(this.#x.root, '_NET_CURRENT_DESKTOP', [desktop, 0]);
  }

  /** The manager where a signal has stopped it; null if it runs, is none, or the server does not report its process. */
  async stopped(): Promise<{ readonly app: string; readonly processId: number } | null> {
    const { root } = await this.#live.read();
    if (root.manager === 0) return null;
    const [processId = 0] = await readClientProcesses(this.#x, [root.manager]);
    const { app } = identifyProcess({ served: processId, isSameCount: await countsAlike(this.#x) });
    return processId !== 0 && (await isStopped(processId)) ? { app, processId } : null;
  }

  /** Where the manager passes on no such wish, the client is reported as the manager would: ICCCM 4.2.8.1. */
  async #close(window: number): Promise<void> {
    if (await this.#knows(['_NET_CLOSE_WINDOW'])) return this.#send(window, '_NET_CLOSE_WINDOW', [0, sourcePager]);
    const deleteWindow = await this.#x.atom('WM_DELETE_WINDOW');
    this.#x.client.SendClientMessage(
      window,
      window,
      await this.#x.atom('WM_PROTOCOLS'),
      32,
      [deleteWindow, 0],
      toOwner,
    );
    await this.#x.sync();
  }

  /** As clients place themselves (ICCCM 4.1.5): the manager gets to see it, and does what it sees fit. */
  async #configure(window: number, values: readonly (number | undefined)[]): Promise<void> {
    const given = Object.fromEntries(
      (['x', 'y', 'width', 'height'] as const).flatMap((name, i) => {
        const value = values[i];
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
    this.#x.client.ConfigureWindow(window, given);
    await this.#x.sync();
  }

  /** openbox gives the focus to no window of a desktop that is not shown, not even for a pager. */
  async #showDesktopOf(window: number): Promise<void> {
    const { windows, root } = await this.#live.read();
    const desktop = windows.find((each) => each.id === window)?.facts.desktop ?? null;
    if (desktop === null || desktop === onAllDesktops || root.currentDesktop === null) return;
    if (desktop === root.currentDesktop || !(await this.#knows(['_NET_CURRENT_DESKTOP']))) return;
    await this.#send(this.#x.root, '_NET_CURRENT_DESKTOP', [desktop, 0]);
  }

  #activate(window: number): Promise<void> {
    return this.#send(window, '_NET_ACTIVE_WINDOW', [sourcePager, 0, 0]);
  }

  async #setState(window: number, change: number, states: readonly string[]): Promise<void> {
    const [first = 0, second = 0] = await Promise.all(states.map((state) => this.#x.atom(state)));
    await this.#send(window, '_NET_WM_STATE', [change, first, second, sourcePager]);
  }

  async #send(window: number, message: string, data: readonly number[]): Promise<void> {
    const type = await this.#x.atom(message);
    this.#x.client.SendClientMessage(this.#x.root, window, type, 32, data);
    await this.#x.sync();
  }

  async #require(features: readonly string[], what: string): Promise<void> {
    const { root } = await this.#live.read();
    if (root.manager === 0) throw noManager();
    if (!(await this.#knows(features))) throw await this.#cannot(root, what);
  }

  async #knows(features: readonly string[]): Promise<boolean> {
    const { root } = await this.#live.read();
    const atoms = await Promise.all(features.map((feature) => this.#x.atom(feature)));
    return atoms.every((atom) => root.supported.includes(atom));
  }

  async #cannot(root: RootState, action: string): Promise<AppError> {
    const name = await readText(this.#x, root.manager, '_NET_WM_NAME');
    return new AppError(
      'unsupported_platform',
      `The window manager (${name === '' ? 'without a name' : word(name)}) knows no ${action}.`,
      {
        hint: 'Other window managers, e.g. openbox or xfwm4, do.',
        delivery: 'not_delivered',
      },
    );
  }
}

/** @param values x, y, width, height */
function moveData(values: readonly (number | undefined)[]): readonly number[] {
  const given = values.reduce<number>((bits, value, i) => (value === undefined ? bits : bits | (1 << (8 + i))), 0);
  return [northWest | given | (sourcePager << 12), ...values.map((value) => value ?? 0)];
}

function noManager(): AppError {
  return new AppError(
    'unsupported_platform',
    'No EWMH window manager runs on this display, so windows cannot be moved or focused.',
    {
      hint: 'Start one, e.g. `openbox &`.',
      delivery: 'not_delivered',
    },
  );
}
