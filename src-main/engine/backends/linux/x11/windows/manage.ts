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

/** EWMH: pager requests are obeyed, while application requests may be refused as focus stealing. */
const sourcePager = 2;
const iconicState = 3;
const remove = 0;
const add = 1;
/** _NET_MOVERESIZE_WINDOW: gravity NorthWest positions the frame's corner; bits 8–11 mark the given values. */
const northWest = 1;

/** An event without a mask goes to the client that created the window: X protocol, SendEvent. */
const toOwner = 0;

const maximized = ['_NET_WM_STATE_MAXIMIZED_VERT', '_NET_WM_STATE_MAXIMIZED_HORZ'] as const;
const fullscreen = ['_NET_WM_STATE_FULLSCREEN'] as const;
const above = ['_NET_WM_STATE_ABOVE'] as const;

/** The features that a window manager must announce for an action. */
const needed: Readonly<Partial<Record<WindowAction, readonly string[]>>> = {
  maximize: maximized,
  fullscreen,
  pinOnTop: above,
  unpin: above,
};

/**
 * Asks the window manager to act on windows; the only answer is the effect. All methods throw `unsupported_platform` if there
 * is no manager.
 */
export class WindowManager {
  readonly #x: XConnection;
  readonly #live: LiveWindows;

  constructor(x: XConnection, live: LiveWindows) {
    this.#x = x;
    this.#live = live;
  }

  /** @throws AppError `unsupported_platform` if the manager does not announce the feature */
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
        // ICCCM 4.1.4: mapping restores a minimised window, including one that takes no focus.
        this.#x.client.MapWindow(window);
        // Innermost state first: openbox loses the old bounds if maximising is undone first.
        await this.#setState(window, remove, fullscreen);
        await this.#setState(window, remove, maximized);
        return this.#activate(window);
      case 'close':
        return this.#close(window);
    }
  }

  /** Moves and resizes so that the visible frame is at `bounds`; missing values stay unchanged. */
  async move(id: WindowId, bounds: Partial<Rect>): Promise<void> {
    await this.#require([], 'moved');
    const window = parseWindowId(id);
    const record = (await this.#live.read()).windows.find((each) => each.id === window);
    if (!record?.place) throw new AppError('window_not_found', `The window ${id} is gone.`);
    const { bounds: seen } = placesOf(record);
    const [left = 0, , top = 0] = record.facts.shadowExtents;
    // The manager counts from the frame, or without one from the window including its shadow.
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

  /** The manager, if a signal has stopped it; null if it is running, missing, or the server does not report its process. */
  async stopped(): Promise<{ readonly app: string; readonly processId: number } | null> {
    const { root } = await this.#live.read();
    if (root.manager === 0) return null;
    const [processId = 0] = await readClientProcesses(this.#x, [root.manager]);
    const { app } = identifyProcess({ served: processId, isSameCount: await countsAlike(this.#x) });
    return processId !== 0 && (await isStopped(processId)) ? { app, processId } : null;
  }

  /** If the manager does not forward the request, it is sent to the client as the manager would: ICCCM 4.2.8.1. */
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

  /** Like a client's own request (ICCCM 4.1.5): the manager receives it and decides. */
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

  /** openbox focuses no window of a hidden desktop, even for a pager. */
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
