import { sameRect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { AppError } from '#contract/errors';
import { word } from '#contract/foreign-text';
import { sleep } from '../../base/async/deadline.ts';
import type { CallContext, EngineContext } from '../operations/operation.ts';
import { listAll } from './lookup.ts';

/** How long a window may take to follow, in milliseconds; less if the call's deadline is near. */
const followMs = 3_000;
/** Interval of checks for an effect, in milliseconds. */
export const lookEveryMs = 10;
/** A window that has kept its position for this long has settled; the second value limits the wait. Milliseconds. */
const restMs = 80;
const settleMs = 600;

/** When checks for an effect must end, by the clock of `Date.now()`. */
export function followUntil(call: CallContext): number {
  return Date.now() + Math.min(followMs, call.timeoutMs * 0.8);
}

/** Polls until the window is as wanted or time is up; returns its last state, null if it is gone. */
export async function follow(
  context: EngineContext,
  window: WindowInfo,
  call: CallContext,
  wanted: (window: WindowInfo | null) => boolean,
  end = followUntil(call),
): Promise<WindowInfo | null> {
  for (;;) {
    const now = await look(context, window);
    if (wanted(now) || now === null || Date.now() >= end) return now;
    await sleep(lookEveryMs, call.signal);
  }
}

/**
 * Waits until the window settles: window managers report a new state before they move the window, and some move it in steps
 * (openbox for 150 ms on restore). A press in between would miss.
 * @returns the window's last state, null if it is gone
 */
export async function settled(
  context: EngineContext,
  window: WindowInfo,
  call: CallContext,
): Promise<WindowInfo | null> {
  const end = Date.now() + Math.min(settleMs, call.timeoutMs * 0.1);
  let last = window;
  for (let since = Date.now(); Date.now() < Math.min(end, since + restMs);) {
    await sleep(lookEveryMs, call.signal);
    const now = await look(context, window);
    if (now === null) return null;
    if (!sameRect(now.bounds, last.bounds)) since = Date.now();
    last = now;
  }
  return last;
}

async function look(context: EngineContext, { id }: WindowInfo): Promise<WindowInfo | null> {
  return (await listAll(context)).find((other) => other.id === id) ?? null;
}

/**
 * The error for a window or desktop that did not follow. If the window manager is stopped, says so instead of `hint`: then
 * neither the window nor its app refused anything.
 */
export async function notFollowed(
  { backend }: Pick<EngineContext, 'backend'>,
  message: string,
  hint: string | undefined,
): Promise<AppError> {
  const stopped = (await backend.windows.stoppedManager?.()) ?? null;
  if (stopped === null) return new AppError('not_verified', message, { delivery: 'delivered', ...(hint && { hint }) });
  const { app, processId } = stopped;
  return new AppError('not_verified', `${message} The window manager (${word(app)}, pid ${processId}) is stopped.`, {
    delivery: 'delivered',
    hint: `Continue it (kill -CONT ${processId}); it then performs the request.`,
  });
}
