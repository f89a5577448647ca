import { monitorOf } from '#contract/model/engine';
import type { Rect } from '#contract/model/geometry';
import type { NativeMonitor } from '../../monitors/monitors.ts';
import { readText, toRect, type Hwnd, type NativeRect } from '../../native/types.ts';
import {
  getWindow,
  getWindowLong,
  getWindowThreadProcessId,
  isIconic,
  isWindowVisible,
  longOf,
  relation,
} from '../../native/window.ts';
import {
  dwmGetWindowNumber,
  dwmGetWindowRect,
  getClientRect,
  getWindowPlacement,
  getWindowRect,
  internalGetWindowText,
  mapWindowPoints,
  windowPlacementSize,
  type WindowPlacement,
} from '../api.ts';

/** `DWMWINDOWATTRIBUTE`: https://learn.microsoft.com/windows/win32/api/dwmapi/ne-dwmapi-dwmwindowattribute */
const extendedFrameBounds = 9;
const cloaked = 14;
/** `DWM_CLOAKED_SHELL`: hidden by the shell, e.g. windows of other virtual desktops. */
export const cloakedByShell = 2;

/** Longer titles are truncated, in UTF-16 units. */
const longestTitle = 1_024;

export function processOf(window: Hwnd): { readonly processId: number; readonly threadId: number } {
  const processId: [number] = [0];
  const threadId = getWindowThreadProcessId(window, processId);
  return { processId: processId[0], threadId };
}

export function titleOf(window: Hwnd): string {
  return readText(longestTitle, (buffer, size) => internalGetWindowText(window, buffer, size));
}

export function styleOf(window: Hwnd): number {
  return getWindowLong(window, longOf.style) >>> 0;
}

export function exStyleOf(window: Hwnd): number {
  return getWindowLong(window, longOf.exStyle) >>> 0;
}

/** Its owner, if visible: many toolkits have a hidden owner for all windows. */
export function visibleOwnerOf(window: Hwnd): Hwnd {
  const owner = getWindow(window, relation.owner);
  return owner !== 0 && isWindowVisible(owner) !== 0 ? owner : 0;
}

/** 0 if not cloaked; otherwise a bit field of reasons. Unsupported before Windows 8, and in Wine. */
export function cloakOf(window: Hwnd): number {
  const value: [number] = [0];
  return dwmGetWindowNumber(window, cloaked, value, 4) === 0 ? value[0] : 0;
}

/** The rectangle of `SetWindowPos`: includes the invisible resize borders of Windows 10. Null if it is gone. */
export function outerRectOf(window: Hwnd): Rect | null {
  const rect = {};
  return getWindowRect(window, rect) === 0 ? null : toRect(rect as NativeRect);
}

/**
 * The visible frame. For a minimised window: its restored bounds.
 * @param outer as from {@link outerRectOf}
 */
export function boundsOf(window: Hwnd, outer: Rect, monitors: readonly NativeMonitor[]): Rect {
  if (isIconic(window) !== 0) return normalBoundsOf(window, monitors) ?? outer;
  const rect = {};
  if (dwmGetWindowRect(window, extendedFrameBounds, rect, 16) !== 0) return outer;
  const seen = toRect(rect as NativeRect);
  return seen.width > 0 && seen.height > 0 ? seen : outer;
}

/** Its client area on the screen; null if it has none, e.g. when minimised. */
export function contentBoundsOf(window: Hwnd): Rect | null {
  const rect = {};
  if (getClientRect(window, rect) === 0) return null;
  mapWindowPoints(window, 0, rect, 2);
  const content = toRect(rect as NativeRect);
  return content.width > 0 && content.height > 0 ? content : null;
}

/**
 * Restored bounds of a minimised window: https://learn.microsoft.com/windows/win32/api/winuser/ns-winuser-windowplacement has
 * them in “workspace coordinates”, which exclude the task bar. Wine reports only whether it is minimised.
 */
function normalBoundsOf(window: Hwnd, monitors: readonly NativeMonitor[]): Rect | null {
  const placement = { length: windowPlacementSize };
  if (getWindowPlacement(window, placement) === 0) return null;
  const place = toRect((placement as unknown as WindowPlacement).normalPosition);
  const { bounds, workArea } = monitors[monitorOf(monitors, place)] ?? { bounds: place, workArea: place };
  return { ...place, x: place.x + workArea.x - bounds.x, y: place.y + workArea.y - bounds.y };
}
