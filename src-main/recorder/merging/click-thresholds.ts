/** Thresholds for interpreting presses on a desktop; distances in physical pixels. */
export interface ClickThresholds {
  /** Maximum time between the presses of a double click, in milliseconds. */
  readonly doubleClickMs: number;
  readonly doubleClickPixels: number;
  /** A press that moves farther is a drag. */
  readonly dragPixels: number;
  /** A button held still for this long is a long press, in milliseconds. */
  readonly longPressMs: number;
}

/** Defaults of GTK's `gtk-double-click-time`, `gtk-double-click-distance`, `gtk-dnd-drag-threshold` and `gtk-long-press-time`. */
const gtk: ClickThresholds = { doubleClickMs: 400, doubleClickPixels: 5, dragPixels: 8, longPressMs: 500 };
/**
 * Defaults of `GetDoubleClickTime`, half of `SM_CXDOUBLECLK` and `SM_CXDRAG`:
 * https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-getsystemmetrics. Windows has no long-press time for a mouse;
 * this is Qt's `mousePressAndHoldInterval`: https://doc.qt.io/qt-6/qstylehints.html
 */
const windows: ClickThresholds = { doubleClickMs: 500, doubleClickPixels: 2, dragPixels: 4, longPressMs: 800 };

export function clickThresholds(platform: NodeJS.Platform): ClickThresholds {
  return platform === 'win32' ? windows : gtk;
}
