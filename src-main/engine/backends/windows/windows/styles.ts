/** Window styles: https://learn.microsoft.com/windows/win32/winmsg/window-styles */
export const styles = {
  caption: 0x00c00000,
  thickFrame: 0x00040000,
} as const;

/** https://learn.microsoft.com/windows/win32/winmsg/extended-window-styles */
export const exStyles = {
  topmost: 0x00000008,
  toolWindow: 0x00000080,
  appWindow: 0x00040000,
  noActivate: 0x08000000,
} as const;
