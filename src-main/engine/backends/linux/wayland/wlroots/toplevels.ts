import type { WindowAction, WindowState } from '#contract/model/windows/window';
import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';
import type { WaylandConnection } from '../wire/connection.ts';
import type { EventReader } from '../wire/message.ts';

/** https://wayland.app/protocols/wlr-foreign-toplevel-management-unstable-v1 */
const face = 'zwlr_foreign_toplevel_manager_v1';
const version = 3;
const listed = 0;
const windowEvents = { title: 0, state: 4, done: 5, closed: 6 } as const;
const requests = {
  maximize: 0,
  unmaximize: 1,
  minimize: 2,
  unminimize: 3,
  activate: 4,
  close: 5,
  destroy: 7,
  fullscreen: 8,
  unfullscreen: 9,
} as const;
/** The reported states, in order of precedence. */
const states = [
  ['minimized', 1],
  ['fullscreen', 3],
  ['maximized', 0],
] as const;
const bytesPerState = 4;
const anyOutput = null;

interface ReportedInput {
  title: string;
  state: WindowState;
}

/**
 * Windows as reported by several families of compositors: titles, states and actions. Neither positions nor processes are
 * reported, so a window is identified by its title alone.
 */
export class Toplevels {
  readonly #connection: WaylandConnection;
  /** By their objects. */
  readonly #windows = new Map<number, ReportedInput>();
  readonly #listeners = new Set<() => void>();
  /** Bound on first use: a headless compositor may have none. */
  #seat: number | null = null;

  private constructor(connection: WaylandConnection) {
    this.#connection = connection;
    connection.bind(face, version, (opcode, event) => {
      if (opcode === listed) this.#follow(event.uint());
    });
  }

  /** @returns null if the compositor does not report them. @throws CompositorLost */
  static async open(connection: WaylandConnection): Promise<Toplevels | null> {
    if (connection.globals(face).length === 0) return null;
    const toplevels = new Toplevels(connection);
    await connection.sync();
    return toplevels;
  }

  /** Null if several windows have this title. */
  stateOf(title: string): WindowState | null {
    return this.#find(title)?.[1].state ?? null;
  }

  /** @returns whether it was requested: not if several windows have this title, nor for other actions. */
  async act(title: string, action: WindowAction): Promise<boolean> {
    await this.#connection.sync();
    const [window, reported] = this.#find(title) ?? [];
    if (window === undefined || reported === undefined) return false;
    const ask = (name: keyof typeof requests, ...args: readonly (number | null)[]) =>
      this.#connection.send(window, requests[name], ...args);
    if (action === 'focus') {
      if (reported.state === 'minimized') ask('unminimize');
      ask('activate', (this.#seat ??= this.#connection.bind('wl_seat', 1)));
    } else if (action === 'minimize' || action === 'maximize' || action === 'close') ask(action);
    else if (action === 'fullscreen') ask(action, anyOutput);
    else if (action === 'restore') {
      if (reported.state === 'minimized') ask('unminimize');
      else for (const name of ['unfullscreen', 'unmaximize'] as const) ask(name);
    } else return false;
    await this.#connection.sync();
    return true;
  }

  watch(changed: () => void): Disposable {
    this.#listeners.add(changed);
    return disposable(() => this.#listeners.delete(changed));
  }

  #find(title: string): readonly [number, ReportedInput] | undefined {
    const [found, ...others] = [...this.#windows].filter(([, reported]) => reported.title === title);
    return others.length === 0 ? found : undefined;
  }

  #follow(window: number): void {
    const reported: ReportedInput = { title: '', state: 'normal' };
    this.#windows.set(window, reported);
    this.#connection.adopt(window, (opcode, event) => {
      if (opcode === windowEvents.title) reported.title = event.text();
      else if (opcode === windowEvents.state) reported.state = stateIn(event);
      else if (opcode === windowEvents.closed) {
        this.#windows.delete(window);
        this.#connection.send(window, requests.destroy);
      }
      if (opcode === windowEvents.done || opcode === windowEvents.closed)
        for (const listener of this.#listeners) listener();
    });
  }
}

function stateIn(event: EventReader): WindowState {
  const all = new Set(Array.from({ length: event.uint() / bytesPerState }, () => event.uint()));
  return states.find(([, number]) => all.has(number))?.[0] ?? 'normal';
}
