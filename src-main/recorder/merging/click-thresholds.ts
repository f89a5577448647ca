/** How presses are read on a desktop; distances in physical pixels. */
export interface ClickThresholds {
  /** Between two presses that are a double click, in milliseconds. */
  readonly doubleClickMs: number;
  readonly doubleClickPixels: number;
  /** A press that moves further is a drag. */
  readonly dragPixels: number;
  /** A button held without moving for this long is a long press, in milliseconds. */
  readonly longPressMs: number;
}

/** GTK's `gtk-double-click-time`, `gtk-double-click-distance`, `gtk-dnd-drag-threshold` and `gtk-long-press-time`, as they come. */
const gtk: ClickThresholds = { doubleClickMs: 400, doubleClickPixels: 5, dragPixels: 8, longPressMs: 500 };
/**
 * `GetDoubleClickTime`, half of `SM_CXDOUBLECLK` and `SM_CXDRAG`, as they come:
 * https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-getsystemmetrics. No time is set for a mouse that is held; Qt's
 * `mousePressAndHoldInterval` is that of its apps: https://doc.qt.io/qt-6/qstylehints.html
 */
const windows: ClickThresholds = { doubleClickMs: 500, doubleClickPixels: 2, dragPixels: 4, longPressMs: 800 };

export function clickThresholds(platform: NodeJS.Platform): ClickThresholds {
  return platform === 'win32' ? windows : gtk;
}
