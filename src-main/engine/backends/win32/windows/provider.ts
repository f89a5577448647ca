import os from 'node:os';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { disposable, type Disposable } from '../../../../base/async/disposable.ts';
import { monotonicMs } from '../../../../base/async/monotonic.ts';
import type { Log } from '../../../../base/log.ts';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { ActiveSince, WindowProvider } from '../../../backend.ts';
import { translated } from '../native/errors.ts';
import type { BlockingThread } from '../thread/blocking-thread.ts';
import type { Pump } from '../thread/pump.ts';
import { actOn } from './act.ts';
import { windowAt } from './list/at.ts';
import { createFocus } from './front/focus.ts';
import { coveringWindow } from './list/cover.ts';
import { processOf, titleOf } from './list/facts.ts';
import { readIcon } from './icon/icon.ts';
import { formatWindowId, parseWindowId } from '../native/window-id.ts';
import { startedAt } from '../processes/process-start.ts';
import { keyReceiver } from './front/key-receiver.ts';
import { moveWindow } from './move.ts';
import { Snapping, windowsArranging } from './snapping.ts';
import { WindowList } from './list/window-list.ts';
import type { ListedWindow } from './list/window-info.ts';
import { WindowWatch } from './list/watch.ts';
import type { Hwnd } from '../native/types.ts';
import { getForegroundWindow } from '../native/window.ts';

export interface WindowsParts {
  readonly ownProcessIds: () => ReadonlySet<number>;
  readonly blocking: BlockingThread;
  readonly pump: Pump;
  readonly log: Log;
}

export function createWindows({ ownProcessIds, blocking, pump, log }: WindowsParts): WindowProvider & Disposable {
  const list = new WindowList(ownProcessIds);
  const watch = new WindowWatch(pump, log);
  const focus = createFocus(blocking, log);
  const folder = path.join(os.tmpdir(), 'deskscope-snapping');
  const snapping = new Snapping(windowsArranging, { folder, startedAt, log });
  const iconOf = ({ window, info }: ListedWindow) =>
    readIcon(blocking, window, info.app, list.executableOf(info.processId));
  return {
    list: (options) => translated(() => list.read(options)),
    at: (point) => translated(() => windowAt(point, list)),
    active: () => translated(activeWindow),
    activeSince: () => translated(() => activeSince(watch)),
    keyReceiver: () => translated(() => keyReceiver(list)),
    asking: () => translated(() => list.asking()),
    coveredBy: (window) => translated(() => coveredBy(window)),
    watch: (changed) => watch.add(changed),
    icon: (id) => translated(() => iconOf(known(list, id))),
    desktops: () => Promise.resolve({ count: 1, current: 0 }),
    act: (id, action) => translated(() => actOn(known(list, id), action, focus)),
    move: (id, bounds) => translated(() => moveWindow(known(list, id), bounds)),
    moveToDesktop: () => Promise.reject(oneDesktop()),
    // Never asked for: the only desktop that is told of is the one that is shown.
    showDesktop: () => Promise.reject(oneDesktop()),
    snapping: (allowed) => translated(() => snapping.allow(allowed)),
    ...disposable(() => {
      snapping.putBack();
      watch.dispose();
      list.close();
    }),
  };
}

function activeWindow(): WindowId | null {
  const window = getForegroundWindow();
  return window === 0 ? null : formatWindowId(window);
}

/** What was announced before the answer came has been heard. */
async function activeSince(watch: WindowWatch): Promise<ActiveSince | null> {
  const last = await watch.lastInFront();
  const window = getForegroundWindow();
  if (last?.window !== window) return null;
  const ago = monotonicMs() - last.time;
  return { window: formatWindowId(window), time: performance.now() - ago };
}

function coveredBy({ id, contentBounds, processId }: WindowInfo): string {
  const isOther = (above: Hwnd) => processOf(above).processId !== processId;
  const above = coveringWindow(parseWindowId(id), contentBounds, isOther);
  return above === null ? '' : titleOf(above) || 'a window without a title';
}

/** @throws AppError `window_not_found` */
function known(list: WindowList, id: WindowId): ListedWindow {
  const found = list.find(parseWindowId(id));
  if (found) return found;
  throw new AppError('window_not_found', `The window ${id} is gone.`);
}

/**
 * https://learn.microsoft.com/windows/win32/api/shobjidl_core/nn-shobjidl_core-ivirtualdesktopmanager : the only interface
 * there is moves a program's own windows, counts no desktops and names none.
 */
function oneDesktop(): AppError {
  return new AppError('unsupported_platform', 'Windows lets a program move only its own windows to another desktop.', {
    hint: 'Move it with Task View (Windows key and Tab).',
    delivery: 'not_delivered',
  });
}
