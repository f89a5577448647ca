import { AppError } from '#contract/errors';
import { formatRect, type Rect } from '#contract/model/geometry';
import type { WindowAction, WindowInfo } from '#contract/model/window';
import type { CallContext, EngineContext, Operation } from '../operation.ts';
import { follow, followUntil } from './follow.ts';
import { windowOf } from './lookup.ts';

/** After how long a place is asked for a second time, in milliseconds. */
const askAgainMs = 600;

const reached: Readonly<Record<WindowAction, (window: WindowInfo | null) => boolean>> = {
  focus: (window) => window?.active === true,
  minimize: (window) => window?.state === 'minimized',
  maximize: (window) => window?.state === 'maximized',
  fullscreen: (window) => window?.state === 'fullscreen',
  restore: (window) => window?.state === 'normal',
  pinOnTop: (window) => window?.alwaysOnTop === true,
  unpin: (window) => window?.alwaysOnTop === false,
  close: (window) => window === null,
};

export const actOnWindow: Operation<'actOnWindow'> = async (context, { window: id, action }, call) =>
  actOn(context, await windowOf(context, id), action, call);

/**
 * Acts and looks whether it took effect.
 * @returns the window afterwards, null where it is closed
 * @throws AppError `not_verified`
 */
export async function actOn(
  context: EngineContext,
  before: WindowInfo,
  action: WindowAction,
  call: CallContext,
): Promise<WindowInfo | null> {
  await context.backend.windows.act(before.id, action);
  const after = await follow(context, before, call, reached[action]);
  if (reached[action](after)) return after;
  const what = after ? 'had no visible effect' : 'closed it';
  throw new AppError('not_verified', `“${before.title}” did not follow: ${action} ${what}.`, {
    delivery: 'delivered',
    hint: action === 'close' ? closeHint : refusedHint,
  });
}

const closeHint = 'It may be asking whether to save: look at its dialogs.';
const refusedHint = 'The window manager, or the app itself, may not allow this for the window.';

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
  throw new AppError('not_verified', `“${before.title}” did not take that place: ${now}.`, {
    delivery: 'delivered',
    ...(after && { hint: heldBy(after) }),
  });
};

/** What may hold a window at its place or size. */
function heldBy(window: WindowInfo): string {
  if (window.state !== 'normal') return `It is ${window.state}: restore it first.`;
  if (!window.resizable) return 'Its app holds it at one size; it can be moved, not resized.';
  return 'Its size may be limited by its app, or its place by a tiling window manager or a panel.';
}

function agrees(bounds: Rect, wanted: Partial<Rect>): boolean {
  return (['x', 'y', 'width', 'height'] as const).every(
    (key) => wanted[key] === undefined || wanted[key] === bounds[key],
  );
}
