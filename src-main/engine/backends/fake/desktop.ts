import { performance } from 'node:perf_hooks';
import { disposable, type Disposable } from '../../../base/async/disposable.ts';
import { quoted } from '#contract/foreign-text';
import { AppError } from '#contract/errors';
import type { Desktops, Monitor } from '#contract/model/engine';
import type { ActiveSince, OutlineBox } from '../../backend.ts';
import { contains, type Point, type Rect } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/windows/window';
import { FakeWindow, frame, type WindowSpec } from './window.ts';

/** Opens the first window of an app, as starting the program does. */
export type FakeApp = (desktop: FakeDesktop) => WindowSpec;

export const screen: Rect = { x: 0, y: 0, width: 1280, height: 800 };

/**
 * The scripted desktop: windows in stacking order, the active window, and observers. Tests change it through these methods as
 * other programs and the user change a real desktop.
 */
export class FakeDesktop {
  monitors: readonly Monitor[] = monitorsAt([screen]);
  desktops: Desktops = { count: 4, current: 0 };
  highlight: readonly OutlineBox[] = [];
  /** Chords reserved by the desktop. */
  shortcuts: ReadonlySet<string> = new Set();
  /** Whether the desktop asks the user for the permission that this engine needs. */
  asks = false;
  /** A window that holds a keyboard grab and is in no window list, such as a run dialog or lock screen. */
  keyHolder: FakeWindow | null = null;
  /** Most recently used first; minimised windows last. */
  #recent: readonly FakeWindow[] = [];
  readonly #apps: Readonly<Record<string, FakeApp>>;
  readonly #watchers = new Set<() => void>();
  #since: ActiveSince | null = null;
  #nextWindow = 0x1000001;
  #nextProcess = 40001;

  constructor(apps: Readonly<Record<string, FakeApp>>) {
    this.#apps = apps;
  }

  /** Topmost first. */
  get windows(): readonly FakeWindow[] {
    const onTop = (window: FakeWindow) => window.alwaysOnTop && window.state !== 'minimized';
    return [...this.#recent.filter(onTop), ...this.#recent.filter((window) => !onTop(window))];
  }

  get active(): FakeWindow | null {
    return this.#recent.find((window) => this.#isShown(window)) ?? null;
  }

  /** Which window is active, and since when. */
  get activeSince(): ActiveSince | null {
    return this.#since;
  }

  /** Whether a window is on the current virtual desktop. */
  isHere(window: FakeWindow): boolean {
    return window.desktop === this.desktops.current;
  }

  /** Starts an app by name; its window opens in front. @throws AppError `not_found` */
  start(name: string): FakeWindow {
    const app = Object.hasOwn(this.#apps, name) ? this.#apps[name] : undefined;
    if (!app) {
      const known = Object.keys(this.#apps).join(', ');
      throw new AppError('not_found', `There is no program ${quoted(name)} on the fake desktop.`, {
        hint: `Try ${known}.`,
        delivery: 'not_delivered',
      });
    }
    return this.open(app(this));
  }

  /** Opens an unlisted window that grabs the keyboard, as a run dialog does. */
  holdKeys(spec: WindowSpec): FakeWindow {
    const window = this.open(spec);
    this.close(window);
    this.keyHolder = window;
    return window;
  }

  /**
   * Opens a window in front. With `of`, the new window is a dialog of that window, in the same process. With `id`, it reuses
   * the id of a closed window, as display servers do.
   */
  open(spec: WindowSpec, of?: FakeWindow, id: WindowId = `0x${(this.#nextWindow++).toString(16)}`): FakeWindow {
    const processId = of?.processId ?? this.#nextProcess++;
    const owner = spec.kind === 'dialog' && of ? of.id : null;
    const window = new FakeWindow(spec, { id, processId, owner, desktop: this.desktops.current });
    this.#recent = [window, ...this.#recent];
    this.changed();
    return window;
  }

  close(window: FakeWindow): void {
    this.#recent = this.#recent.filter((other) => other !== window);
    this.changed();
  }

  retitle(window: FakeWindow, title: string): void {
    window.title = title;
    this.changed();
  }

  activate(window: FakeWindow): void {
    if (window.state === 'minimized') window.state = 'normal';
    window.demandsAttention = false;
    this.desktops = { ...this.desktops, current: window.desktop };
    this.#recent = [window, ...this.#recent.filter((other) => other !== window)];
    this.changed();
  }

  minimize(window: FakeWindow): void {
    window.state = 'minimized';
    this.#recent = [...this.#recent.filter((other) => other !== window), window];
    this.changed();
  }

  move(window: FakeWindow, bounds: Partial<Rect>): void {
    const { width, height } = window.bounds;
    if (window.state === 'fullscreen') {
      this.changed();
      return;
    }
    const wanted = { ...window.bounds, ...bounds, ...(window.spec.resizable === false && { width, height }) };
    window.content = {
      x: wanted.x + frame.side,
      y: wanted.y + frame.top,
      width: Math.max(80, wanted.width - 2 * frame.side),
      height: Math.max(40, wanted.height - frame.top - frame.side),
    };
    this.changed();
  }

  /** @throws AppError `window_not_found` */
  window(id: WindowId): FakeWindow {
    const found = this.windows.find((window) => window.id === id);
    if (!found) throw new AppError('window_not_found', `The window ${id} is gone.`);
    return found;
  }

  /** Switches to another virtual desktop. */
  showDesktop(current: number): void {
    this.desktops = { ...this.desktops, current };
    this.changed();
  }

  /** Replaces the monitors; the first one is the primary. */
  setMonitors(bounds: readonly Rect[]): void {
    this.monitors = monitorsAt(bounds);
    this.changed();
  }

  /** The topmost visible window at a point. */
  at(point: Point): FakeWindow | null {
    return this.windows.find((window) => this.#isShown(window) && contains(window.bounds, point)) ?? null;
  }

  watch(listener: () => void): Disposable {
    this.#watchers.add(listener);
    return disposable(() => this.#watchers.delete(listener));
  }

  /** Announces that the list of windows may have changed. */
  changed(): void {
    const window = this.active?.id;
    if (window !== this.#since?.window) this.#since = window ? { window, time: performance.now() } : null;
    for (const watcher of [...this.#watchers]) watcher();
  }

  #isShown(window: FakeWindow): boolean {
    return window.state !== 'minimized' && this.isHere(window);
  }
}

function monitorsAt(bounds: readonly Rect[]): readonly Monitor[] {
  return bounds.map((each, index) => {
    return { index, name: `FAKE-${index + 1}`, bounds: each, primary: index === 0, scale: 1 };
  });
}
