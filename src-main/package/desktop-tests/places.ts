import { quoted } from '#contract/foreign-text';
import type { WindowAction, WindowInfo } from '#contract/model/windows/window';
import type { Rect } from '#contract/model/geometry';
import type * as exported from '../scripting-types.ts';
import { windowStepName } from '../../tools/servers/deskscope/steps-on-windows.ts';
import { Finder, type Host, type Scope } from './host.ts';
import { Locator } from './locator.ts';
import { lookAt, titled } from './look.ts';
import { textNodesOf, treeText } from './tree-text.ts';
import type { Link } from '../../engine/selectors/locate.ts';

abstract class Place extends Finder<Locator> implements Scope {
  readonly desktop: Host;

  constructor(desktop: Host) {
    super();
    this.desktop = desktop;
  }

  abstract among(open: readonly WindowInfo[]): readonly WindowInfo[];

  /** Topmost first. */
  async openWindows(): Promise<readonly WindowInfo[]> {
    return this.among(await this.desktop.openWindows());
  }

  protected link(link: Link): Locator {
    return new Locator(this, [link]);
  }

  get keyboard(): exported.Keyboard {
    return this.desktop.keyboardOf(async () => {
      const own = await this.openWindows();
      const front = own.find(({ active }) => active) ?? own[0] ?? null;
      return front;
    });
  }

  async tree(): Promise<string> {
    const { windows } = await lookAt(this.desktop.engine, await this.openWindows());
    return treeText(windows.flatMap(({ root }) => textNodesOf(root)));
  }
}

/** One that is open, or one that is looked for. */
export abstract class AnyWindow extends Place implements exported.Window {
  /** As it is now. */
  protected abstract now(): Promise<WindowInfo>;
  abstract override toString(): string;

  async title(): Promise<string> {
    return (await this.now()).title;
  }

  async isOpen(): Promise<boolean> {
    return (await this.openWindows()).length > 0;
  }

  async bounds(): Promise<Rect> {
    return (await this.now()).bounds;
  }

  override async tree(): Promise<string> {
    await this.now();
    return super.tree();
  }

  focus(): Promise<void> {
    return this.#act('focus', 'Focus window');
  }

  maximize(): Promise<void> {
    return this.#act('maximize', 'Maximize window');
  }

  minimize(): Promise<void> {
    return this.#act('minimize', 'Minimize window');
  }

  async close(): Promise<void> {
    const before = new Set((await this.desktop.openWindows()).map(({ id }) => id));
    await this.#act('close', 'Close window', async ({ id, processId }) => {
      const opened = (await this.desktop.openWindows()).filter((window) => !before.has(window.id));
      // Its app asks, as about unsaved work.
      return opened.some((window) => window.owner === id || (processId !== 0 && window.processId === processId));
    });
  }

  async screenshot(): Promise<Buffer> {
    const target = { kind: 'window', window: (await this.now()).id } as const;
    return Buffer.from((await this.desktop.engine.capture({ target })).bytes);
  }

  /** @param isDone whether a failed act had an effect that is its purpose as well */
  #act(
    action: WindowAction,
    title: string,
    isDone: (window: WindowInfo) => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<void> {
    return this.desktop.step({ title, subtitle: String(this) }, async () => {
      const window = await this.now();
      try {
        await this.desktop.acting.run(windowStepName(action), { window: { handle: window.id } });
      } catch (error) {
        if (!(await isDone(window))) throw error;
      }
    });
  }
}

export class Window extends AnyWindow {
  readonly #first: WindowInfo;

  constructor(desktop: Host, first: WindowInfo) {
    super(desktop);
    this.#first = first;
  }

  among(open: readonly WindowInfo[]): readonly WindowInfo[] {
    return open.filter(({ id }) => id === this.#first.id);
  }

  override toString(): string {
    return quoted(this.#first.title);
  }

  protected async now(): Promise<WindowInfo> {
    return (await this.openWindows())[0] ?? this.#first;
  }
}

/** A window that may not be open yet: looked for by its title at each use. */
export class SoughtWindow extends AnyWindow implements exported.SoughtWindow {
  readonly #owner: Scope;
  readonly #title: exported.Text;
  readonly #options: exported.TimeoutOption;

  /** @param owner whose windows are searched */
  constructor(owner: Scope, title: exported.Text, options: exported.TimeoutOption) {
    super(owner.desktop);
    this.#owner = owner;
    this.#title = title;
    this.#options = options;
  }

  among(open: readonly WindowInfo[]): readonly WindowInfo[] {
    return titled(this.#owner.among(open), this.#title);
  }

  override toString(): string {
    return typeof this.#title === 'string' ? quoted(this.#title) : String(this.#title);
  }

  protected now(): Promise<WindowInfo> {
    return this.desktop.waitForWindow(String(this), () => this.openWindows(), this.#options);
  }

  // oxlint-disable-next-line unicorn/no-thenable -- Callers await it to have the one window that was found.
  then<T = Window, R = never>(
    onFound?: ((window: Window) => T | PromiseLike<T>) | null,
    onFailed?: ((reason: unknown) => R | PromiseLike<R>) | null,
  ): Promise<T | R> {
    const step = { title: 'Wait for window', subtitle: String(this.#title) };
    const found = this.desktop.step(step, async () => new Window(this.desktop, await this.now()));
    return found.then(onFound, onFailed);
  }
}

/** A program and all windows of its process, dialogs included. */
export class App extends Place implements exported.App {
  readonly #first: WindowInfo;

  constructor(desktop: Host, first: WindowInfo) {
    super(desktop);
    this.#first = first;
  }

  among(open: readonly WindowInfo[]): readonly WindowInfo[] {
    const { id, processId } = this.#first;
    return open.filter(
      (window) => window.id === id || window.owner === id || (processId !== 0 && window.processId === processId),
    );
  }

  get mainWindow(): Window {
    return new Window(this.desktop, this.#first);
  }

  window(title: exported.Text, options: exported.TimeoutOption = {}): SoughtWindow {
    return new SoughtWindow(this, title, options);
  }

  async windows(): Promise<readonly Window[]> {
    return (await this.openWindows()).map((window) => new Window(this.desktop, window));
  }

  close(): Promise<void> {
    return this.desktop.step({ title: 'Close app', subtitle: this.#first.app }, async () => {
      for (const { id } of await this.openWindows())
        if ((await this.openWindows()).some((window) => window.id === id))
          await this.desktop.acting.run(windowStepName('close'), { window: { handle: id } });
    });
  }
}
