/** `SW_…`: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-showwindow */
export const show = { maximize: 3, minimize: 6, restore: 9 } as const;
