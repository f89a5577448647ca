import { AppError } from '#contract/errors';
import { sameRect, type Rect } from '#contract/model/geometry';
import type { WindowAction, WindowInfo, WindowState } from '#contract/model/windows/window';
import type { ToolContext } from '../../../define-tool.ts';
import type { SavedWindow } from './layout.ts';

const stateActions: Readonly<Record<WindowState, WindowAction>> = {
  normal: 'restore',
  minimized: 'minimize',
  maximized: 'maximize',
  fullscreen: 'fullscreen',
};

/** The places of the monitors by their index, when the layout was saved and now. */
export interface Monitors {
  readonly then: readonly Rect[];
  readonly now: readonly Rect[];
}

/**
 * Brings one window back to its desktop, place and state; steps that are not needed are left out. What has no place of its
 * own, because it fills its monitor, is brought to that monitor.
 * @throws AppError what the engine says, `not_found` where the monitor is gone, `permission_denied` for a sensitive window
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

/** The saved place, moved along where its monitor has another place by now. */
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
