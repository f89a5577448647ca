/** `SW_…`: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-showwindow */
export const show = { maximize: 3, minimize: 6, restore: 9 } as const;

/** `SWP_…`: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-setwindowpos */
export const positionFlags = {
  noSize: 0x0001,
  noMove: 0x0002,
  noZOrder: 0x0004,
  noActivate: 0x0010,
  show: 0x0040,
  hide: 0x0080,
  noOwnerZOrder: 0x0200,
  /** Posts to the window's thread instead of waiting for it. */
  asynchronous: 0x4000,
} as const;

/** `HWND_…` in place of the window to insert after. */
export const order = { top: 0, topmost: -1, notTopmost: -2 } as const;

export const keepOrder = positionFlags.noZOrder | positionFlags.noOwnerZOrder;
export const keepPlace = positionFlags.noMove | positionFlags.noSize;
