import { quoted } from '#contract/foreign-text';
import type { WindowAction, WindowInfo } from '#contract/model/windows/window';
import type { Rect } from '#contract/model/geometry';
import type * as exported from '../scripting-types.ts';
import { windowStepName } from '../../tools/servers/deskscope/steps-on-windows.ts';
import { Finder, type Host, type Scope } from './host.ts';
import { Locator } from './locator.ts';
import { lookAt } from './look.ts';
import { textNodesOf, treeText } from './tree-text.ts';
import type { Link } from '../../engine/selectors/locate.ts';

abstract class Place extends Finder<Locator> implements Scope {
  readonly desktop: Host;
  protected readonly first: WindowInfo;

  constructor(desktop: Host, first: WindowInfo) {
    super();
    this.desktop = desktop;
    this.first = first;
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

export class Window extends Place implements exported.Window {
  among(open: readonly WindowInfo[]): readonly WindowInfo[] {
    return open.filter(({ id }) => id === this.first.id);
  }

  async title(): Promise<string> {
    return (await this.#now()).title;
  }

  async isOpen(): Promise<boolean> {
    return (await this.openWindows()).length > 0;
  }

  async bounds(): Promise<Rect> {
    return (await this.#now()).bounds;
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
    const { id, processId } = this.first;
    await this.#act('close', 'Close window', async () => {
      const opened = (await this.desktop.openWindows()).filter((window) => !before.has(window.id));
      // Its app asks, as about unsaved work.
      return opened.some((window) => window.owner === id || (processId !== 0 && window.processId === processId));
    });
  }

  async screenshot(): Promise<Buffer> {
    const target = { kind: 'window', window: this.first.id } as const;
    return Buffer.from((await this.desktop.engine.capture({ target })).bytes);
  }

  async #now(): Promise<WindowInfo> {
    return (await this.openWindows())[0] ?? this.first;
  }

  /** @param isDone whether a failed act had an effect that is its purpose as well */
  #act(action: WindowAction, title: string, isDone = () => Promise.resolve(false)): Promise<void> {
    return this.desktop.step({ title, subtitle: quoted(this.first.title) }, async () => {
      try {
        await this.desktop.acting.run(windowStepName(action), { window: { handle: this.first.id } });
      } catch (error) {
        if (!(await isDone())) throw error;
      }
    });
  }
}

/** A program and all windows of its process, dialogs included. */
export class App extends Place implements exported.App {
  among(open: readonly WindowInfo[]): readonly WindowInfo[] {
    const { id, processId } = this.first;
    return open.filter(
      (window) => window.id === id || window.owner === id || (processId !== 0 && window.processId === processId),
    );
  }

  get mainWindow(): Window {
    return new Window(this.desktop, this.first);
  }

  window(title: exported.Text, options: exported.TimeoutOption = {}): Promise<Window> {
    return this.desktop.step({ title: 'Wait for window', subtitle: String(title) }, async () => {
      return new Window(this.desktop, await this.desktop.waitForWindow(title, () => this.openWindows(), options));
    });
  }

  async windows(): Promise<readonly Window[]> {
    return (await this.openWindows()).map((window) => new Window(this.desktop, window));
  }

  close(): Promise<void> {
    return this.desktop.step({ title: 'Close app', subtitle: this.first.app }, async () => {
      for (const { id } of await this.openWindows())
        if ((await this.openWindows()).some((window) => window.id === id))
          await this.desktop.acting.run(windowStepName('close'), { window: { handle: id } });
    });
  }
}
