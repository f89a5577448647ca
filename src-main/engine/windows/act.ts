import { sleep } from '../../base/deadline.ts';
import { AppError } from '#contract/errors';
import type { Rect } from '#contract/model/geometry';
import { formatRect } from '#contract/model/geometry';
import type { WindowAction, WindowInfo } from '#contract/model/window';
import type { CallContext, EngineContext, Operation } from '../operation.ts';
import { listAll, windowOf } from './lookup.ts';

/** How long a window may take to follow, in milliseconds; less where the call's own deadline is near. */
const followMs = 3_000;
/** After how long a place is asked for a second time, in milliseconds. */
const askAgainMs = 600;
const lookEveryMs = 30;

const reached: Readonly<Record<WindowAction, (window: WindowInfo | null) => boolean>> = {
  focus: (window) => window?.active === true,
  minimize: (window) => window?.state === 'minimized',
  maximize: (window) => window?.state === 'maximized',
  restore: (window) => window?.state === 'normal',
  close: (window) => window === null,
};

export const actOnWindow: Operation<'actOnWindow'> = async (context, { window: id, action }, call) => {
  const before = await windowOf(context, id);
  await context.backend.windows.act(id, action);
  const after = await follow(context, before, call, reached[action]);
  if (reached[action](after)) return after;
  throw new AppError('not_verified', `“${before.title}” did not follow: ${action} had no visible effect.`, {
    delivery: 'delivered',
    ...(action === 'close' && { hint: 'It may be asking whether to save: look at its dialogs.' }),
  });
};

export const moveWindow: Operation<'moveWindow'> = async (context, { window: id, bounds }, call) => {
  const before = await windowOf(context, id);
  const arrived = (window: WindowInfo | null) => window !== null && agrees(window.bounds, bounds);
  const end = followUntil(call);
  const ask = async (until: number) => {
    await context.backend.windows.move(id, bounds);
    return follow(context, before, call, arrived, until);
  };
  let after = await ask(Math.min(end, Date.now() + askAgainMs));
  // A window that was just restored may take its old place over the one asked for.
  if (after !== null && !arrived(after) && Date.now() < end) after = await ask(end);
  if (after !== null && arrived(after)) return after;
  const now = after ? `it is at ${formatRect(after.bounds)}` : 'it is gone';
  throw new AppError('not_verified', `“${before.title}” did not take that place: ${now}.`, { delivery: 'delivered' });
};

function followUntil(call: CallContext): number {
  return Date.now() + Math.min(followMs, call.timeoutMs * 0.8);
}

/** Looks until the window is as wanted or time is up; answers it as last seen, null where it is gone. */
async function follow(
  context: EngineContext,
  window: WindowInfo,
  call: CallContext,
  wanted: (window: WindowInfo | null) => boolean,
  end = followUntil(call),
): Promise<WindowInfo | null> {
  for (;;) {
    const now = (await listAll(context)).find((other) => other.id === window.id) ?? null;
    if (wanted(now) || now === null || Date.now() >= end) return now;
    await sleep(lookEveryMs, call.signal);
  }
}

function agrees(bounds: Rect, wanted: Partial<Rect>): boolean {
  return (['x', 'y', 'width', 'height'] as const).every(
    (key) => wanted[key] === undefined || wanted[key] === bounds[key],
  );
}
