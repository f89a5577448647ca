import { declare } from './library.ts';

/** `SM_…`: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-getsystemmetrics */
export const getSystemMetrics = declare<(index: number) => number>('user32', 'int32 GetSystemMetrics(int32 index)');
