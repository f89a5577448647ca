import { questionTitle } from '../../../../../base/processes/announce-process.ts';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { WindowListOptions } from '../../../../backend.ts';
import { listMonitors } from '../../monitors/monitors.ts';
import type { Hwnd } from '../../native/types.ts';
import { findWindowEx, getForegroundWindow, isWindowVisible, formatWindowId } from '../../native/window.ts';
import { enumWindows } from '../api.ts';
import { cloakedByShell, processOf } from './facts.ts';
import { ProcessTable } from '../../processes/table.ts';
import { readWindow, type ListedWindow, type Surroundings } from './window-info.ts';

/** The windows of our desktop. Queries only Windows, never an app. */
export class WindowList {
  readonly #processes = new ProcessTable();
  readonly #own: () => ReadonlySet<number>;

  constructor(ownProcessIds: () => ReadonlySet<number>) {
    this.#own = ownProcessIds;
  }

  /** Topmost first. */
  read(options: WindowListOptions): readonly WindowInfo[] {
    const around = this.#surroundings();
    const windows = visibleWindows().flatMap((window) => readWindow(window, around) ?? []);
    this.#processes.keep(new Set(windows.map(({ info }) => info.processId)));
    const own = this.#own();
    // The engine's own process has only the outline windows, which are not listed.
    const wanted = ({ info }: ListedWindow) =>
      info.processId !== process.pid &&
      (options.own === true || !(info.own || own.has(info.processId))) &&
      (options.foreign === true || info.foreign !== true);
    return windows.filter((window) => wanted(window) && isPartOf(window, options)).map(({ info }) => info);
  }

  /** By title first: looking up the process is slower. */
  asking(): WindowId | null {
    for (let window = 0; (window = findWindowEx(0, window, null, questionTitle)) !== 0;) {
      if (isWindowVisible(window) !== 0 && this.#processes.of(processOf(window).processId).own)
        return formatWindowId(window);
    }
    return null;
  }

  /** One window of any kind. Null if it is gone. */
  find(window: Hwnd): ListedWindow | null {
    return readWindow(window, this.#surroundings());
  }

  /** The path of a window's program; empty if unknown. */
  executableOf(processId: number): string {
    return this.#processes.of(processId).executable;
  }

  close(): void {
    this.#processes.close();
  }

  #surroundings(): Surroundings {
    return { monitors: listMonitors(), foreground: getForegroundWindow(), processes: this.#processes };
  }
}

function isPartOf({ forPeople, cloak }: ListedWindow, { all, everyDesktop }: WindowListOptions): boolean {
  if (all) return true;
  return forPeople && (cloak === 0 || (everyDesktop === true && (cloak & cloakedByShell) !== 0));
}

/** `EnumWindows` goes from top to bottom over a copy: a window may be gone by its turn. */
function visibleWindows(): readonly Hwnd[] {
  const windows: Hwnd[] = [];
  const add = (window: Hwnd) => {
    if (isWindowVisible(window) !== 0) windows.push(window);
    return 1;
  };
  enumWindows(add, 0);
  return windows;
}
