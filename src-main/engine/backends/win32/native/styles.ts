/** Window styles, `WS_…`: https://learn.microsoft.com/windows/win32/winmsg/window-styles */
export const styles = {
  thickFrame: 0x00040000,
  caption: 0x00c00000,
  maximize: 0x01000000,
  disabled: 0x08000000,
  visible: 0x10000000,
  child: 0x40000000,
  popup: 0x80000000,
} as const;

/** `WS_EX_…`: https://learn.microsoft.com/windows/win32/winmsg/extended-window-styles */
export const exStyles = {
  topmost: 0x00000008,
  transparent: 0x00000020,
  toolWindow: 0x00000080,
  appWindow: 0x00040000,
  layered: 0x00080000,
  noActivate: 0x08000000,
} as const;
