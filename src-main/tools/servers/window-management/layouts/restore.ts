import { AppError } from '#contract/errors';
import { sameRect, type Rect } from '#contract/model/geometry';
import { type WindowAction, type WindowInfo, type WindowState, appName } from '#contract/model/windows/window';
import { sleep } from '../../../../base/async/deadline.ts';
import type { ToolContext, LookContext } from '../../../define-tool.ts';
import { lookAtDesk } from '../find-named.ts';
import type { SavedWindow } from './layout.ts';

const stateActions: Readonly<Record<WindowState, WindowAction>> = {
  normal: 'restore',
  minimized: 'minimize',
  maximized: 'maximize',
  fullscreen: 'fullscreen',
};

/** Bounds of the monitors by index, when the layout was saved and now. */
export interface Monitors {
  readonly then: readonly Rect[];
  readonly now: readonly Rect[];
}

/**
 * Restores the desktop, bounds and state of one window, skipping unnecessary steps. A window that fills its monitor, and so has
 * no bounds of its own, is moved to that monitor.
 * @throws AppError of the engine, `not_found` if the monitor is gone, `permission_denied` for a sensitive window
 */
export async function restoreOne(
  context: ToolContext,
  saved: SavedWindow,
  open: WindowInfo,
  monitors: Monitors,
): Promise<WindowInfo> {
  context.admit(open);
  const { engine, signal } = context;
  const act = async (window: WindowInfo, action: WindowAction) =>
    (await engine.actOnWindow({ window: window.id, action }, { signal })) ?? window;
  const fills = saved.state === 'maximized' || saved.state === 'fullscreen';
  const placeBounds = placeNow(saved, monitors);
  let window = await toDesktop(context, saved, open);
  if (fills) {
    window = await toMonitor(context, saved, window);
  } else if (!sameRect(window.bounds, placeBounds) || isFilling(window)) {
    if (window.state !== 'normal') window = await act(window, 'restore');
    window = await engine.moveWindow({ window: window.id, bounds: placeBounds }, { signal });
  }
  if (window.state !== saved.state) window = await act(window, stateActions[saved.state]);
  if (window.alwaysOnTop !== saved.always_on_top)
    window = await act(window, saved.always_on_top ? 'pinOnTop' : 'unpin');
  return window;
}

/** The saved position, adjusted if its monitor has moved. */
function placeNow({ monitor, bounds }: SavedWindow, monitors: Monitors): Rect {
  const then = monitors.then[monitor];
  const now = monitors.now[monitor];
  if (!now) {
    throw new AppError('not_found', `monitor ${monitor} is not there`, { delivery: 'not_delivered' });
  }
  return { ...bounds, x: bounds.x + now.x - (then?.x ?? now.x), y: bounds.y + now.y - (then?.y ?? now.y) };
}

async function toDesktop(
  { engine, signal }: ToolContext,
  { desktop }: SavedWindow,
  window: WindowInfo,
): Promise<WindowInfo> {
  if (desktop === null || desktop === window.desktop) return window;
  return engine.moveToDesktop({ window: window.id, desktop }, { signal });
}

async function toMonitor(
  { engine, signal }: ToolContext,
  { monitor }: SavedWindow,
  window: WindowInfo,
): Promise<WindowInfo> {
  if (monitor === window.monitor) return window;
  return engine.moveToMonitor({ window: window.id, monitor }, { signal });
}

function isFilling({ state }: WindowInfo): boolean {
  return state === 'maximized' || state === 'fullscreen';
}

export interface Pairing {
  readonly pairs: readonly (readonly [saved: SavedWindow, window: WindowInfo])[];
  readonly missing: readonly { readonly saved: SavedWindow; readonly reason: string }[];
}

type Fits = (saved: SavedWindow, window: WindowInfo) => boolean;

const sameApp: Fits = (saved, window) => saved.app === window.app && saved.class_name === window.className;

/** Handles are reused: with another process it is another window. */
const sameWindow: Fits = (saved, window) => saved.handle === window.id && saved.pid === window.processId;

const sameTitle: Fits = (saved, window) => saved.title === window.title && sameApp(saved, window);

/**
 * Matches saved windows to open ones: the same window first, then one of its app with its title, then the app's only remaining
 * window regardless of its title, since titles contain document names. Ambiguity is a miss.
 */
export function pairWindows(saved: readonly SavedWindow[], open: readonly WindowInfo[]): Pairing {
  const paired = new Map<SavedWindow, WindowInfo>();
  const free = new Set(open);
  const pair = (one: SavedWindow, window: WindowInfo | undefined) => {
    if (!window) return;
    paired.set(one, window);
    free.delete(window);
  };
  const unpaired = () => saved.filter((one) => !paired.has(one));
  for (const fits of [sameWindow, sameTitle]) {
    for (const one of unpaired())
      pair(
        one,
        [...free].find((window) => fits(one, window)),
      );
  }
  for (const one of unpaired()) pair(one, lone(one, unpaired(), [...free]));
  return {
    pairs: [...paired],
    missing: unpaired().map((one) => ({ saved: one, reason: reasonFor(one, [...free]) })),
  };
}

function lone(one: SavedWindow, saved: readonly SavedWindow[], free: readonly WindowInfo[]): WindowInfo | undefined {
  const wanted = saved.filter((other) => other.app === one.app && other.class_name === one.class_name);
  const left = free.filter((window) => sameApp(one, window));
  return wanted.length === 1 && left.length === 1 ? left[0] : undefined;
}

function reasonFor(one: SavedWindow, free: readonly WindowInfo[]): string {
  const left = free.filter((window) => sameApp(one, window));
  if (left.length === 0) return 'it is not open';
  return `none of the open windows of ${appName(one.app)} has its title, and it may be any of ${left.length}`;
}

/**
 * Interval of two looks that must agree, and the time limit, in milliseconds. Consecutive looks of one call within 100 ms share
 * a window list (`CallOptions.look`).
 */
const restLookMs = 120;

const restWithinMs = 1_000;

const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** Waits until two looks agree: some window managers animate minimising and restoring. */
export async function windowsAtRest(context: LookContext): Promise<readonly WindowInfo[]> {
  const end = Date.now() + restWithinMs;
  let { windows } = await lookAtDesk(context);
  for (;;) {
    await sleep(restLookMs, context.signal);
    const now = (await lookAtDesk(context)).windows;
    if (Date.now() >= end || samePlaces(windows, now)) return now;
    windows = now;
  }
}

function samePlaces(before: readonly WindowInfo[], now: readonly WindowInfo[]): boolean {
  const places = new Map(before.map(({ id, bounds }) => [id, bounds]));
  return now.every(({ id, bounds }) => sameRect(bounds, places.get(id) ?? nowhere));
}
