import { contains, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { ancestor, getAncestor, windowFromPoint } from '../../native/window.ts';
import { behind, isPopup } from './popups.ts';
import type { WindowList } from './window-list.ts';

/** The window that a press at the point would reach; a menu or list counts as its owner. */
export function windowAt(point: Point, list: WindowList): WindowInfo | null {
  const hit = getAncestor(windowFromPoint(point), ancestor.root);
  // In Wine, title bars drawn by a window manager belong to the desktop.
  if (hit === 0) return coveringWindow(point, list);
  const found = list.find(hit);
  if (!found || !isPopup(found.info.kind)) return found?.info ?? null;
  const owner = list.find(behind(found.window));
  return owner?.info ?? found.info;
}

function coveringWindow(point: Point, list: WindowList): WindowInfo | null {
  const windows = list.read({ all: false, own: true, foreign: true });
  return windows.find(({ state, bounds }) => state !== 'minimized' && contains(bounds, point)) ?? null;
}
