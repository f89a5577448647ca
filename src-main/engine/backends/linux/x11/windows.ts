import type { Disposable } from '../../../../base/disposable.ts';
import type { WindowInfo } from '#contract/model/window';
import type { XConnection } from './connection.ts';
import { LiveWindows, type DesktopState } from './live-windows.ts';
import { ToolkitsOfProcesses } from './toolkits-of-processes.ts';
import { readVocabulary, toWindowInfo, type WindowVocabulary } from './window-info.ts';

/** Kinds that are part of the desktop's furniture rather than windows a person works in. */
const furniture = new Set(['dock', 'desktop', 'notification', 'tooltip', 'dnd']);

/**
 * The window list of a display. Windows of other users' processes are left out, for root as for everybody: they are not
 * this user's to look at or to drive. A client on another machine is listed, without a process.
 */
export class WindowList implements Disposable {
  readonly live: LiveWindows;
  readonly #x: XConnection;
  readonly #toolkits: ToolkitsOfProcesses;
  #words: Promise<WindowVocabulary> | null = null;

  constructor(x: XConnection) {
    this.#x = x;
    this.live = new LiveWindows(x);
    this.#toolkits = new ToolkitsOfProcesses(() => this.live.announce());
  }

  /**
   * Topmost first. Without `all`: only what a person works in, on the desktop that is shown.
   * @throws XFailure, DisplayUnavailable
   */
  async read(options: {
    readonly all: boolean;
    readonly leaveOut: (processId: number) => boolean;
  }): Promise<readonly WindowInfo[]> {
    const [state, words] = await Promise.all([this.live.read(), (this.#words ??= readVocabulary(this.#x))]);
    const windows = await this.#describe(state, words);
    const current = state.root.currentDesktop;
    return windows.filter((window) => {
      if (options.leaveOut(window.processId)) return false;
      if (options.all) return true;
      if (furniture.has(window.kind)) return false;
      return window.desktop === null || current === null || window.desktop === current;
    });
  }

  dispose(): void {
    this.live.dispose();
  }

  async #describe(state: DesktopState, words: WindowVocabulary): Promise<readonly WindowInfo[]> {
    const records = state.windows.filter((record) => !record.process.foreign);
    await this.#toolkits.learn(records.map((record) => record.process.processId));
    return records.map((record) => {
      return toWindowInfo(record, state, words, this.#toolkits.of(record.process.processId));
    });
  }
}
