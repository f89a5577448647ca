import os from 'node:os';
import path from 'node:path';
import { AppError } from '#contract/errors';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { KeyReceiver } from '#contract/model/key-receiver';
import { quoted } from '#contract/foreign-text';
import type { Rect } from '#contract/model/geometry';
import { disposable, type Disposable } from '../../../../base/async/disposable.ts';
import { monotonicMs } from '../../../../base/async/monotonic.ts';
import type { Log } from '../../../../base/log.ts';
import type { ActiveSince, WindowProvider, Pixels } from '../../../backend.ts';
import { encodePng } from '../../../picture/png.ts';
import { translated, lastFailure } from '../native/errors.ts';
import type { BlockingThread } from '../thread/blocking-thread.ts';
import type { Pump } from '../thread/pump.ts';
import {
  formatWindowId,
  parseWindowId,
  getForegroundWindow,
  ancestor,
  getAncestor,
  setWindowPos,
} from '../native/window.ts';
import { startedAt } from '../processes/process-start.ts';
import type { Hwnd } from '../native/types.ts';
import { readGuiThread } from '../native/gui-thread.ts';
import { actOn } from './act.ts';
import { windowAt } from './list/at.ts';
import { createFocus } from './front/focus.ts';
import { coveringWindow } from './list/cover.ts';
import { processOf, titleOf, outerRectOf } from './list/facts.ts';
import { Snapping, windowsArranging } from './snapping.ts';
import { WindowList } from './list/window-list.ts';
import type { ListedWindow } from './list/window-info.ts';
import { WindowWatch } from './list/watch.ts';
import { keepOrder, positionFlags } from './positions.ts';

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
    // Never requested: only the visible desktop is reported.
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

/** All changes announced before the answer have arrived. */
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
 * https://learn.microsoft.com/windows/win32/api/shobjidl_core/nn-shobjidl_core-ivirtualdesktopmanager : the only public
 * interface moves a program's own windows, and neither counts nor names desktops.
 */
function oneDesktop(): AppError {
  return new AppError('unsupported_platform', 'Windows lets a program move only its own windows to another desktop.', {
    hint: 'Move it with Task View (Windows key and Tab).',
    delivery: 'not_delivered',
  });
}

/** Longer than all timeouts of `iconOf` together, in milliseconds. */
const maxWaitMs = 1_000;

/** PNG, or null if the window has none. @param executable of its process, empty if unknown */
async function readIcon(
  blocking: BlockingThread,
  window: Hwnd,
  app: string,
  executable: string,
): Promise<Uint8Array | null> {
  const options = { target: app, timeoutMs: maxWaitMs };
  const pixels = await blocking.run<Pixels | null>('windows.icon', { window, executable }, options);
  return pixels && encodePng(pixels);
}

/** Denotes the foreground thread in `GetGUIThreadInfo`. */
const foregroundThread = 0;

/**
 * The key receiver on Windows: the focus of the foreground thread, which may be in a pop-up of the foreground window. A program
 * can take keys only with a hook, which is not detectable.
 */
function keyReceiver(list: WindowList): KeyReceiver | null {
  const foreground = getForegroundWindow();
  const { focus } = readGuiThread(foregroundThread);
  const top = getAncestor(focus || foreground, ancestor.root);
  const isOfForeground = getAncestor(top, ancestor.rootOwner) === getAncestor(foreground, ancestor.rootOwner);
  const window = isOfForeground ? foreground : top;
  if (window === 0) return null;
  const { app = '', title = '', className = '' } = list.find(window)?.info ?? {};
  return { window: formatWindowId(window), app, title, className, held: false };
}

/**
 * Places the visible frame at `bounds`; missing values stay unchanged. Windows includes the invisible borders, and posts the
 * request to the window's thread.
 * @throws AppError `not_verified` for a window that is not in its normal state; Win32Failure
 */
function moveWindow({ window, info }: ListedWindow, bounds: Partial<Rect>): void {
  if (info.state !== 'normal') {
    throw new AppError('not_verified', `${quoted(info.title)} is ${info.state}, which holds it where it is.`, {
      hint: 'Restore it first.',
      delivery: 'not_delivered',
    });
  }
  const wanted = withBorders(window, { ...info.bounds, ...bounds }, info.bounds);
  const { noActivate, noMove, noSize, asynchronous } = positionFlags;
  const moves = bounds.x !== undefined || bounds.y !== undefined;
  const sizes = bounds.width !== undefined || bounds.height !== undefined;
  const flags = keepOrder | noActivate | asynchronous | (moves ? 0 : noMove) | (sizes ? 0 : noSize);
  if (setWindowPos(window, 0, wanted.x, wanted.y, wanted.width, wanted.height, flags) === 0) {
    throw lastFailure('SetWindowPos');
  }
}

function withBorders(window: Hwnd, wanted: Rect, seen: Rect): Rect {
  const outer = outerRectOf(window) ?? seen;
  return {
    x: wanted.x + outer.x - seen.x,
    y: wanted.y + outer.y - seen.y,
    width: wanted.width + outer.width - seen.width,
    height: wanted.height + outer.height - seen.height,
  };
}
