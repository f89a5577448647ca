import { quoted } from '#contract/foreign-text';
import { formatRect, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { CallContext, EngineContext, Operation } from '../operations/operation.ts';
import { follow, followUntil, settled, notFollowed } from './follow.ts';
import { windowOf } from './lookup.ts';

/** Delay before a position is requested again, in milliseconds. */
const askAgainMs = 400;

export const moveWindow: Operation<'moveWindow'> = async (context, { window: id, bounds }, call) => {
  const before = await windowOf(context, id);
  const first = await askForPlace(context, before, bounds, call, followUntil(call));
  const took = first !== null && agrees(first.bounds, bounds);
  const after = took ? await settled(context, first, call) : first;
  if (after !== null && agrees(after.bounds, bounds)) return after;
  const now = after ? `it is at ${formatRect(after.bounds)}` : 'it is gone';
  const what = took ? 'took that place and left it again' : 'did not take that place';
  const hint = after ? (took ? undoneBy : heldBy(after)) : undefined;
  throw await notFollowed(context, `${quoted(before.title)} ${what}: ${now}.`, hint);
};

/**
 * Requests a position until the window has it or time is up, a second time after a while: a window that was just restored may
 * return to its old position.
 * @returns the window's last state, null if it is gone
 */
export async function askForPlace(
  context: EngineContext,
  window: WindowInfo,
  bounds: Partial<Rect>,
  call: CallContext,
  end: number,
): Promise<WindowInfo | null> {
  const arrived = (now: WindowInfo | null) => now !== null && agrees(now.bounds, bounds);
  const ask = async (until: number) => {
    await context.backend.windows.move(window.id, bounds);
    return follow(context, window, call, arrived, until);
  };
  const first = await ask(Math.min(end, Date.now() + askAgainMs));
  return first === null || arrived(first) || Date.now() >= end ? first : ask(end);
}

const undoneBy =
  'Its app, or what arranges windows here (snapping, tiling), moved it: move it elsewhere, or turn that off.';

/** What may keep a window at its position or size. */
function heldBy(window: WindowInfo): string {
  if (window.state !== 'normal') return `It is ${window.state}: restore it first.`;
  if (!window.resizable) return 'Its app holds it at one size; it can be moved, not resized.';
  return 'Its size may be limited by its app, or its place by a tiling window manager or a panel.';
}

/** Whether the requested parts of a position match. */
function agrees(bounds: Rect, wanted: Partial<Rect>): boolean {
  return (['x', 'y', 'width', 'height'] as const).every(
    (key) => wanted[key] === undefined || wanted[key] === bounds[key],
  );
}
