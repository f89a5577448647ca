/** `SWP_…`: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-setwindowpos */
export const positionFlags = {
  noSize: 0x0001,
  noMove: 0x0002,
  noZOrder: 0x0004,
  noActivate: 0x0010,
  noOwnerZOrder: 0x0200,
  /** Posts to the window's thread instead of waiting for it. */
  asynchronous: 0x4000,
} as const;

export const keepOrder = positionFlags.noZOrder | positionFlags.noOwnerZOrder;
export const keepPlace = positionFlags.noMove | positionFlags.noSize;
