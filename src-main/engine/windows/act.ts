import { quoted } from '#contract/foreign-text';
import { type WindowAction, type WindowInfo, nextWindow } from '#contract/model/windows/window';
import { AppError } from '#contract/errors';
import { withDeadline } from '../../base/async/deadline.ts';
import type { CallContext, EngineContext, Operation } from '../operations/operation.ts';
import { follow, settled, notFollowed } from './follow.ts';
import { windowOf } from './lookup.ts';

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

/** Actions that make a window visible: a minimised window is restored first. */
const shows: ReadonlySet<WindowAction> = new Set<WindowAction>(['maximize', 'fullscreen']);

export const actOnWindow: Operation<'actOnWindow'> = async (context, { window: id, action }, call) =>
  actOn(context, await windowOf(context, id), action, call);

/**
 * Acts and verifies the effect.
 * @returns the window afterwards, null if it is closed
 * @throws AppError `not_verified`
 */
export async function actOn(
  context: EngineContext,
  before: WindowInfo,
  action: WindowAction,
  call: CallContext,
): Promise<WindowInfo | null> {
  if (shows.has(action) && before.state === 'minimized') {
    // Window managers keep it minimised, and report it as maximised once it is restored.
    const back = await actOn(context, before, 'restore', call);
    return back && actOn(context, back, action, call);
  }
  await context.backend.windows.act(before.id, action);
  const after = await follow(context, before, call, reached[action]);
  if (reached[action](after)) {
    const stays = after === null || after.state === before.state || after.state === 'minimized';
    return stays ? after : settled(context, after, call);
  }
  const what = after ? 'had no visible effect' : 'closed it';
  const asked = action === 'focus' || action === 'close';
  const hangs = asked && after !== null && !(await doesAnswer(context, after, call));
  const why = hangs ? ' Its app does not answer at the moment.' : '';
  const hint = hangs ? hangsHint : action === 'close' ? closeHint : refusedHint;
  throw await notFollowed(context, `${quoted(before.title)} did not follow: ${action} ${what}.${why}`, hint);
}

const closeHint = 'It may be asking whether to save: look at its dialogs.';
const hangsHint = 'It may be busy. Try again in a moment, and restart it only if this continues.';
const refusedHint = 'The window manager, or the app itself, may not allow this for the window.';

/** How long an app may take for so small a query, in milliseconds; less if the call's deadline is near. */
const answerMs = 1_000;

/**
 * Whether the app of a window responds now: queries only the root of the window. An app without elements counts as responding.
 * @throws AppError `cancelled`
 */
async function doesAnswer(
  { backend }: Pick<EngineContext, 'backend'>,
  window: WindowInfo,
  { signal, timeoutMs }: CallContext,
): Promise<boolean> {
  try {
    const deadline = { what: 'a look at the window', timeoutMs: Math.min(answerMs, timeoutMs * 0.1), signal };
    await withDeadline(deadline, (soon) =>
      backend.elements.walk(window, null, { depth: 0, maxNodes: 1, signal: soon }),
    );
    return true;
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    return !silentCodes.has(error.code);
  }
}

const silentCodes: ReadonlySet<string> = new Set(['timeout', 'target_not_responding']);

export const setSnapping: Operation<'setSnapping'> = async ({ backend }, { allowed }) => {
  if (backend.windows.snapping) return backend.windows.snapping(allowed);
  throw new AppError('unsupported_platform', 'Window snapping can only be disabled on Windows.', {
    delivery: 'not_delivered',
  });
};

/** On a platform without process information, terminals are recognised by name. */
export const runsTerminal: Operation<'runsTerminal'> = async ({ backend, ...context }, { window }) => {
  const { processId, program } = await windowOf({ backend, ...context }, window);
  if (!backend.runsTerminal) return false;
  return program === undefined ? null : backend.runsTerminal(processId);
};

/** Stacking order is the order of last use, except for windows pinned on top, which are reached by cycling. */
export const switchToNext: Operation<'switchToNext'> = async (context, _, call) => {
  const next = nextWindow(await context.backend.windows.list({ all: false }));
  if (!next) {
    throw new AppError('window_not_found', 'No other window to switch to.', { delivery: 'not_delivered' });
  }
  return (await actOn(context, next, 'focus', call)) ?? next;
};
