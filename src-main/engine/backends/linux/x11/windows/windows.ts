import { once } from '../../../../../base/async/once.ts';
import type { Disposable } from '../../../../../base/async/disposable.ts';
import type { WindowInfo } from '#contract/model/windows/window';
import type { XConnection } from '../display/connection.ts';
import type { ServerClock } from '../display/server-clock.ts';
import { LiveWindows, type DesktopState } from './live-windows.ts';
import { ToolkitsOfProcesses } from '../../processes/toolkits-of-processes.ts';
import type { WindowProcess } from '../../processes/window-process.ts';
import type { WindowRecord } from './window-record.ts';
import { readVocabulary, toWindowInfo, type WindowVocabulary } from './window-info.ts';

/** Kinds that are part of the desktop rather than windows that the user works in. */
const furniture = new Set(['dock', 'desktop', 'notification', 'tooltip', 'dnd']);

/**
 * The window list of a display. Windows of other users' processes are omitted unless requested, even for root: they belong to
 * another user. A client on another machine is listed, without a process.
 */
export class WindowList implements Disposable {
  readonly live: LiveWindows;
  readonly #toolkits: ToolkitsOfProcesses;
  readonly #words: () => Promise<WindowVocabulary>;

  constructor(x: XConnection, clock: ServerClock) {
    this.#words = once(() => readVocabulary(x));
    this.live = new LiveWindows(x, clock);
    this.#toolkits = new ToolkitsOfProcesses(() => this.live.announce());
  }

  /**
   * Topmost first. Without `all`: only windows that the user works in, on the visible desktop or with `everyDesktop` on all.
   * @throws XFailure, DisplayUnavailable
   */
  async read(options: {
    readonly all: boolean;
    readonly everyDesktop?: boolean | undefined;
    readonly leaveOut: (process: WindowProcess) => boolean;
    readonly foreign?: boolean | undefined;
  }): Promise<readonly WindowInfo[]> {
    const [state, words] = await Promise.all([this.live.read(), this.#words()]);
    const records = state.windows.filter(
      ({ process }) => (options.foreign || !process.foreign) && !options.leaveOut(process),
    );
    const looked = records.filter(({ process }) => !process.foreign);
    await this.#toolkits.learn(looked.map(({ process }) => process.processId));
    return records.flatMap((record) => {
      const info = toWindowInfo(record, state, words, this.#toolkits.of(record.process.processId));
      const wanted = !furniture.has(info.kind) && (options.everyDesktop || isHere(record, info, state));
      return options.all || wanted ? [info] : [];
    });
  }

  dispose(): void {
    this.live.dispose();
  }
}

/** On the visible desktop; some managers show one per monitor, but report only one as current. */
function isHere({ facts, viewable }: WindowRecord, { desktop }: WindowInfo, { root }: DesktopState): boolean {
  if (desktop === null || root.currentDesktop === null || desktop === root.currentDesktop) return true;
  // Both are checked, since xfwm4 hides windows without reporting it, and compositing managers without unmapping them.
  return facts.shown && viewable;
}
