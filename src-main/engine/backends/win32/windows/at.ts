import { contains, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import type { Hwnd } from '../native/types.ts';
import { ancestor, getAncestor, getWindow, relation, windowFromPoint } from '../native/window.ts';
import { readGuiThread } from '../native/gui-thread.ts';
import { processOf } from './facts.ts';
import type { WindowList } from './window-list.ts';

/** What stands in front of a window for a moment, and is part of it. */
const popups = new Set(['menu', 'combo', 'tooltip']);

/** The window that a press at the point would reach; a menu or list counts for the window it belongs to. */
export function windowAt(point: Point, list: WindowList): WindowInfo | null {
  const hit = getAncestor(windowFromPoint(point), ancestor.root);
  // The title bars that Wine leaves to a window manager are the desktop's for it.
  if (hit === 0) return coveringWindow(point, list);
  const found = list.find(hit);
  if (!found || !popups.has(found.info.kind)) return found?.info ?? null;
  const owner = list.find(behind(found.window));
  return owner?.info ?? found.info;
}

function coveringWindow(point: Point, list: WindowList): WindowInfo | null {
  const windows = list.read({ all: false, own: true, foreign: true });
  return windows.find(({ state, bounds }) => state !== 'minimized' && contains(bounds, point)) ?? null;
}

function behind(popup: Hwnd): Hwnd {
  const owner = getWindow(popup, relation.owner);
  if (owner !== 0) return getAncestor(owner, ancestor.root);
  const { menuOwner, active } = readGuiThread(processOf(popup).threadId);
  return getAncestor(menuOwner || active || popup, ancestor.root);
}
