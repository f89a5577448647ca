import { intersect, type Rect } from '#contract/model/geometry';
import type { Hwnd } from '../../native/types.ts';
import { isIconic, isWindowVisible, windowsAbove } from '../../native/window.ts';
import { boundsOf, cloakOf, exStyleOf, outerRectOf } from './facts.ts';
import { exStyles } from '../../native/constants.ts';
import { isPopupOf } from './popups.ts';

/** Click-through and transparent, like our own outlines. */
const clickThrough = exStyles.layered | exStyles.transparent;

/** Whether it is on the screen: not hidden, minimised or on another desktop. */
export function isDrawn(window: Hwnd): boolean {
  return isWindowVisible(window) !== 0 && isIconic(window) === 0 && cloakOf(window) === 0;
}

/** Whether another window, other than its pop-ups, covers part of these bounds. */
export function isCovered(window: Hwnd, bounds: Rect): boolean {
  return coveringWindow(window, bounds, (above) => !isPopupOf(window, above)) !== null;
}

/** The pop-ups of a window that cover part of these bounds, lowest first. */
export function popupsOver(window: Hwnd, bounds: Rect): readonly Hwnd[] {
  return [...windowsAbove(window)].filter((above) => covers(above, bounds) && isPopupOf(window, above));
}

/** Another relevant window that covers part of these bounds; null if there is none. */
export function coveringWindow(window: Hwnd, bounds: Rect, counts: (above: Hwnd) => boolean = () => true): Hwnd | null {
  for (const above of windowsAbove(window)) if (covers(above, bounds) && counts(above)) return above;
  return null;
}

function covers(window: Hwnd, bounds: Rect): boolean {
  if (!isDrawn(window) || (exStyleOf(window) & clickThrough) === clickThrough) return false;
  const outer = outerRectOf(window);
  return outer !== null && intersect(boundsOf(window, outer, []), bounds) !== null;
}
