/** How presses are read on a desktop; distances in physical pixels. */
export interface PressHabits {
  /** Between two presses that are a double click, in milliseconds. */
  readonly doubleClickMs: number;
  readonly doubleClickPixels: number;
  /** A press that moves further is a drag. */
  readonly dragPixels: number;
}

/** GTK's `gtk-double-click-time`, `gtk-double-click-distance` and `gtk-dnd-drag-threshold`, as they come. */
const gtk: PressHabits = { doubleClickMs: 400, doubleClickPixels: 5, dragPixels: 8 };
/**
 * `GetDoubleClickTime`, half of `SM_CXDOUBLECLK` and `SM_CXDRAG`, as they come:
 * https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-getsystemmetrics
 */
const windows: PressHabits = { doubleClickMs: 500, doubleClickPixels: 2, dragPixels: 4 };

export function pressHabits(platform: NodeJS.Platform): PressHabits {
  return platform === 'win32' ? windows : gtk;
}
