import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { parseElementId, type ElementId } from '#contract/model/elements/element';
import { contains, type Point } from '#contract/model/geometry';
import { elevated, isWindowId, type WindowId, type WindowInfo } from '#contract/model/windows/window';
import type { EngineContext } from '../operations/operation.ts';

/** Every window except Deskscope's. */
export function listAll(context: EngineContext): Promise<readonly WindowInfo[]> {
  return context.backend.windows.list({ all: true });
}

/** @throws AppError `window_not_found`, `elevated_target`, `invalid_parameter` */
export async function windowOf(context: EngineContext, id: WindowId): Promise<WindowInfo> {
  if (!isWindowId(id)) throw new AppError('invalid_parameter', `${quoted(id)} is not a window id.`);
  const found = (await listAll(context)).find((window) => window.id === id);
  if (found) return sameAsJudged(context, found);
  const other = (await everyWindow(context)).find((window) => window.id === id);
  if (other?.foreign) throw elevated(other);
  if (other && isOwn(context, other)) {
    throw new AppError('window_not_found', `${id} is one of Deskscope’s own windows, which cannot be used.`);
  }
  throw new AppError('window_not_found', `There is no window ${id}.`);
}

/** Includes windows of Deskscope and of other users: see {@link isOwn} and `foreign`. */
export function everyWindow(context: EngineContext): Promise<readonly WindowInfo[]> {
  return context.backend.windows.list({ all: true, own: true, foreign: true });
}

/** An element's window and its id in that window. @throws AppError as {@link windowOf} */
export async function elementPlace(
  context: EngineContext,
  id: ElementId,
): Promise<{ readonly window: WindowInfo; readonly runtimeId: string }> {
  const { window, runtimeId } = parseElementId(id);
  return { window: await windowOf(context, window), runtimeId };
}

/**
 * The window that a press at that point reaches, out of {@link everyWindow}. @throws AppError `window_not_found` for one that
 * the caller has not checked
 */
export async function windowAt(context: EngineContext, at: Point): Promise<WindowInfo | null> {
  const found = await topmostAt(context, at);
  return found && sameAsJudged(context, found);
}

async function topmostAt(context: EngineContext, at: Point): Promise<WindowInfo | null> {
  const { windows } = context.backend;
  if (![at.x, at.y].every(isPlace)) return null;
  if (windows.at) return windows.at(at);
  const shown = (window: WindowInfo) => window.state !== 'minimized' && contains(window.bounds, at);
  const found = (await windows.list({ all: false, own: true, foreign: true })).find(shown);
  // Docks and the desktop itself are below or beside ordinary windows.
  return found ?? (await everyWindow(context)).find(shown) ?? null;
}

/** @throws AppError `window_not_found` if another window now has the id of one that the caller has checked */
function sameAsJudged({ judged }: EngineContext, window: WindowInfo): WindowInfo {
  const program = judged?.[window.id];
  if (program === undefined || program === (window.program ?? '')) return window;
  throw new AppError('window_not_found', `The window ${window.id} is gone: another program has its id now.`, {
    delivery: 'not_delivered',
  });
}

/** X11 and the mouse messages of Windows support no other coordinates. */
function isPlace(pixels: number): boolean {
  return pixels >= -32_768 && pixels <= 32_767;
}

/** The window that gets the keys, out of {@link everyWindow}. */
export async function activeWindow(context: EngineContext): Promise<WindowInfo | null> {
  return (await everyWindow(context)).find((window) => window.active) ?? null;
}

/** A window of this Deskscope, or of another that this user runs. */
export function isOwn(context: EngineContext, window: WindowInfo): boolean {
  return window.own === true || context.own.ids.has(window.processId);
}
