import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { formatRect, sameRect, type Rect } from '#contract/model/geometry';
import type { WindowAction, WindowInfo, WindowState } from '#contract/model/windows/window';
import { sleep } from '../../base/async/deadline.ts';
import type { CallContext, EngineContext, Operation } from '../operations/operation.ts';
import { actOn } from './act.ts';
import { follow, followUntil, lookEveryMs, notFollowed } from './follow.ts';
import { windowOf } from './lookup.ts';
import { askForPlace } from './place.ts';

/** The action that regains a state that was given up for a move. */
const regain: Readonly<Record<Exclude<WindowState, 'normal'>, WindowAction>> = {
  minimized: 'minimize',
  maximized: 'maximize',
  fullscreen: 'fullscreen',
};

/** How long a restored window may take to its old position, in milliseconds; it may already be there. */
const settleMs = 300;
/** How long it may take to its new position, in milliseconds. */
const placeMs = 1_000;

/** A window that fills its monitor is restored, moved, and fills the other one. */
export const moveToMonitor: Operation<'moveToMonitor'> = async (context, { window: id, monitor: index }, call) => {
  const before = await windowOf(context, id);
  const monitors = await context.backend.monitors();
  const target = monitors.find((monitor) => monitor.index === index);
  if (!target) throw nowhere('monitor', index, monitors.length);
  if (before.monitor === index) return before;
  const movable = before.state === 'normal' ? before : await restored(context, before, call);
  const from = monitors.find((monitor) => monitor.index === movable.monitor) ?? target;
  // The window manager decides the exact position, but not the monitor.
  const place = carryOver(movable, from.bounds, target.bounds);
  await askForPlace(context, movable, place, call, Date.now() + Math.min(placeMs, call.timeoutMs / 4));
  const arrived = (window: WindowInfo) => window.monitor === index;
  const moved = await verify(context, movable, call, arrived, `to monitor ${index}`, Date.now());
  if (before.state === 'normal') return moved;
  const regained = (await actOn(context, moved, regain[before.state], call)) ?? moved;
  return verify(context, regained, call, arrived, `to monitor ${index}`);
};

/** A window manager reports the new state first and the position a moment later; an earlier move would be undone. */
async function restored(context: EngineContext, before: WindowInfo, call: CallContext): Promise<WindowInfo> {
  await actOn(context, before, 'restore', call);
  const elsewhere = (window: WindowInfo | null) => window === null || !sameRect(window.bounds, before.bounds);
  return (await follow(context, before, call, elsewhere, Date.now() + settleMs)) ?? before;
}

export const moveToDesktop: Operation<'moveToDesktop'> = async (context, { window: id, desktop }, call) => {
  const before = await windowOf(context, id);
  const { count } = await context.backend.windows.desktops();
  if (desktop >= count) throw nowhere('desktop', desktop, count);
  if (before.desktop === desktop) return before;
  await context.backend.windows.moveToDesktop(id, desktop);
  return verify(context, before, call, (window) => window.desktop === desktop, `to desktop ${desktop}`);
};

export const showDesktop: Operation<'showDesktop'> = async (context, { desktop }, call) => {
  const { windows } = context.backend;
  let desktops = await windows.desktops();
  if (desktop >= desktops.count) throw nowhere('desktop', desktop, desktops.count);
  if (desktops.current === desktop) return desktops;
  await windows.showDesktop(desktop);
  const end = followUntil(call);
  for (;;) {
    desktops = await windows.desktops();
    if (desktops.current === desktop) return desktops;
    if (Date.now() >= end) break;
    await sleep(lookEveryMs, call.signal);
  }
  const hint = 'The window manager may keep the desktop that is shown.';
  throw await notFollowed(context, `Desktop ${desktop} is not shown: desktop ${desktops.current} still is.`, hint);
};

/** The same distance from the monitor's top left, clamped to the monitor; shrunk only if necessary. */
export function carryOver({ bounds, resizable }: WindowInfo, from: Rect, to: Rect): Partial<Rect> {
  const width = Math.min(bounds.width, to.width);
  const height = Math.min(bounds.height, to.height);
  const fits = width === bounds.width && height === bounds.height;
  return {
    x: to.x + clamp(bounds.x - from.x, to.width - width),
    y: to.y + clamp(bounds.y - from.y, to.height - height),
    ...(!fits && resizable && { width, height }),
  };
}

function clamp(offset: number, max: number): number {
  return Math.min(Math.max(offset, 0), max);
}

async function verify(
  context: EngineContext,
  before: WindowInfo,
  call: CallContext,
  wanted: (window: WindowInfo) => boolean,
  where: string,
  end = followUntil(call),
): Promise<WindowInfo> {
  const after = await follow(context, before, call, (window) => window !== null && wanted(window), end);
  if (after !== null && wanted(after)) return after;
  const now = after ? `it is at ${formatRect(after.bounds)}` : 'it is gone';
  const hint = 'The window manager may keep it where it is.';
  throw await notFollowed(context, `${quoted(before.title)} did not go ${where}: ${now}.`, hint);
}

function nowhere(what: string, index: number, count: number): AppError {
  return new AppError('not_found', `There is no ${what} ${index}: they are counted from 0, and there are ${count}.`, {
    hint: `Choose one from 0 to ${count - 1}.`,
    delivery: 'not_delivered',
  });
}
