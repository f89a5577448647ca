import { disposable, type Disposable } from '../../../base/disposable.ts';
import { AppError } from '#contract/errors';
import type { HighlightBox, Monitor } from '#contract/model/engine';
import { contains, type Point, type Rect } from '#contract/model/geometry';
import type { WindowAction, WindowId } from '#contract/model/window';
import { FakeWindow, frame, type WindowSpec } from './window.ts';

/** Opens the first window of an app; what a started program does. */
export type FakeApp = (desktop: FakeDesktop) => WindowSpec;

export const screen: Rect = { x: 0, y: 0, width: 1280, height: 800 };

export const monitors: readonly Monitor[] = [{ index: 0, name: 'FAKE-1', bounds: screen, primary: true, scale: 1 }];

/**
 * The scripted desktop: windows in stacking order, one of them active, and whoever watches. Tests script it through
 * these methods as other programs and the user would change a real one.
 */
export class FakeDesktop {
  /** Topmost first. */
  windows: readonly FakeWindow[] = [];
  highlight: readonly HighlightBox[] = [];
  readonly #apps: Readonly<Record<string, FakeApp>>;
  readonly #watchers = new Set<() => void>();
  #nextWindow = 0x1000001;
  #nextProcess = 40001;

  constructor(apps: Readonly<Record<string, FakeApp>>) {
    this.#apps = apps;
  }

  get active(): FakeWindow | null {
    return this.windows.find((window) => window.state !== 'minimized') ?? null;
  }

  /** Starts an app by name; its window opens in front. @throws AppError `not_found` */
  start(name: string): FakeWindow {
    const app = Object.hasOwn(this.#apps, name) ? this.#apps[name] : undefined;
    if (!app) {
      const known = Object.keys(this.#apps).join(', ');
      throw new AppError('not_found', `There is no program “${name}” on the fake desktop.`, {
        hint: `Try ${known}.`,
        delivery: 'not_delivered',
      });
    }
    return this.open(app(this));
  }

  /** Opens a window in front; `of` makes it belong to the process of another one. */
  open(spec: WindowSpec, of?: FakeWindow): FakeWindow {
    const id = `0x${(this.#nextWindow++).toString(16)}`;
    const window = new FakeWindow(id, of?.processId ?? this.#nextProcess++, spec);
    this.windows = [window, ...this.windows];
    this.changed();
    return window;
  }

  close(window: FakeWindow): void {
    this.windows = this.windows.filter((other) => other !== window);
    this.changed();
  }

  retitle(window: FakeWindow, title: string): void {
    window.title = title;
    this.changed();
  }

  activate(window: FakeWindow): void {
    if (window.state === 'minimized') window.state = 'normal';
    this.windows = [window, ...this.windows.filter((other) => other !== window)];
    this.changed();
  }

  minimize(window: FakeWindow): void {
    window.state = 'minimized';
    this.windows = [...this.windows.filter((other) => other !== window), window];
    this.changed();
  }

  move(window: FakeWindow, bounds: Partial<Rect>): void {
    const wanted = { ...window.bounds, ...bounds };
    window.content = {
      x: wanted.x + frame.side,
      y: wanted.y + frame.top,
      width: Math.max(80, wanted.width - 2 * frame.side),
      height: Math.max(40, wanted.height - frame.top - frame.side),
    };
    this.changed();
  }

  act(window: FakeWindow, action: WindowAction): void {
    switch (action) {
      case 'focus': {
        this.activate(window);
        return;
      }
      case 'minimize': {
        this.minimize(window);
        return;
      }
      case 'maximize': {
        this.#maximize(window);
        return;
      }
      case 'restore': {
        this.#restore(window);
        return;
      }
      case 'close':
        if (window.spec.mayClose?.() !== false) this.close(window);
    }
  }

  /** @throws AppError `window_not_found` */
  window(id: WindowId): FakeWindow {
    const found = this.windows.find((window) => window.id === id);
    if (!found) throw new AppError('window_not_found', `The window ${id} is gone.`);
    return found;
  }

  /** The topmost visible window at a point. */
  at(point: Point): FakeWindow | null {
    return this.windows.find((window) => window.state !== 'minimized' && contains(window.bounds, point)) ?? null;
  }

  watch(listener: () => void): Disposable {
    this.#watchers.add(listener);
    return disposable(() => this.#watchers.delete(listener));
  }

  /** Announces that the list of windows may have changed. */
  changed(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }

  #maximize(window: FakeWindow): void {
    window.restored ??= window.content;
    window.state = 'maximized';
    this.move(window, screen);
  }

  #restore(window: FakeWindow): void {
    if (window.restored) window.content = window.restored;
    window.restored = null;
    window.state = 'normal';
    this.changed();
  }
}
