import { contains, type Point } from '#contract/model/geometry';
import type { RawNode } from '../../backend.ts';
import { pathTo } from '../../tree/walk.ts';
import type { Before } from '../pointer/resting-pointer.ts';
import type { Found } from '../found.ts';

/** The target of a press, and whether it was known before the press, and so excludes the app's reaction. */
export interface Pressed {
  readonly found: Promise<Found>;
  readonly isFromBefore: boolean;
}

/**
 * The element under the resting pointer, if nothing has happened since; else the app's current answer, unless that is only a
 * container of the known element: an app that has reacted no longer knows what was pressed.
 * @param ask starts the query at once
 */
export function pressedOn(before: Before | null, at: Point, ask: () => Promise<Found>): Pressed {
  if (!before) return { found: ask(), isFromBefore: false };
  if (before.fresh && before.known) return { found: before.found, isFromBefore: true };
  return { found: weigh(before, at, ask()), isFromBefore: false };
}

async function weigh({ found, fresh, isUntouched }: Before, at: Point, asked: Promise<Found>): Promise<Found> {
  const [before, now] = await Promise.all([found, asked]);
  // The press itself closed the menu before the app was queried.
  if (isUntouched && ((isInMenu(before) && !isInMenu(now)) || wasCovered(now, before, at))) return before;
  // The target is an entry of it, which the press closed.
  if (isUntouched && before.isUnderPopup && !now.isUnderPopup) return isInMenu(now) ? now : before;
  if (!before.target) return fresh && isOnFrame(before, at) ? before : now;
  if (fresh) return before;
  return isAround(now, before) ? { ...before, target: { ...before.target, unsure: true } } : now;
}

function isInMenu({ path, node }: Found): boolean {
  return node !== null && path.some(({ controlType }) => controlType === 'Menu' || controlType === 'MenuItem');
}

/** It was already there, covered: the press closed the cover, or turned its page, as an entry of a popover does. */
function wasCovered({ node }: Found, before: Found, at: Point): boolean {
  const [root] = before.path;
  const path = root && node && pathTo(root, node.runtimeId);
  const then = path?.at(-1);
  if (!path || !then?.bounds || isOnWay(before.path, then) || (before.node && isOnWay(path, before.node))) return false;
  return then.states.includes('visible') && contains(then.bounds, at);
}

/** No app has an element there until the press enlarges the window. */
function isOnFrame({ window }: Found, at: Point): boolean {
  return window !== null && contains(window.bounds, at) && !contains(window.contentBounds, at);
}

/** The same window, and nothing in it or an ancestor. */
function isAround(outer: Found, inner: Found): boolean {
  if (outer.own || outer.window?.id !== inner.window?.id) return false;
  const { node } = outer;
  return node === null || inner.path.slice(0, -1).some(({ runtimeId }) => runtimeId === node.runtimeId);
}

function isOnWay(path: readonly RawNode[], { runtimeId }: RawNode): boolean {
  return path.some((node) => node.runtimeId === runtimeId);
}
