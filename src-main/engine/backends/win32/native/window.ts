import type { WindowId } from '#contract/model/windows/window';
import { declare } from './library.ts';
import { readText, type Hwnd, type NativePoint, toHwnd } from './types.ts';

/** Windows' own facts about any window: none of these waits for its program. */

/** `GWL_…` of winuser.h: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-getwindowlongw */
export const longOf = { style: -16, exStyle: -20, id: -12 } as const;
/** `GW_…`: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-getwindow . `next` is the one below. */
export const relation = { next: 2, previous: 3, owner: 4, child: 5 } as const;
/** `GA_…`: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-getancestor . Roots without and with owners. */
export const ancestor = { parent: 1, root: 2, rootOwner: 3 } as const;

export const isWindowVisible = declare<(window: Hwnd) => number>('user32', 'int32 IsWindowVisible(HWND window)');
export const isWindowEnabled = declare<(window: Hwnd) => number>('user32', 'int32 IsWindowEnabled(HWND window)');
export const isIconic = declare<(window: Hwnd) => number>('user32', 'int32 IsIconic(HWND window)');
/** From the system's own records, which allow an app five seconds. */
export const isHungAppWindow = declare<(window: Hwnd) => number>('user32', 'int32 IsHungAppWindow(HWND window)');
export const getForegroundWindow = declare<() => Hwnd>('user32', 'HWND GetForegroundWindow()');
export const setForegroundWindow = declare<(window: Hwnd) => number>(
  'user32',
  'int32 SetForegroundWindow(HWND window)',
);
export const getDesktopWindow = declare<() => Hwnd>('user32', 'HWND GetDesktopWindow()');
/** Returns the thread. */
export const getWindowThreadProcessId = declare<(window: Hwnd, processId: [number] | null) => number>(
  'user32',
  'uint32 GetWindowThreadProcessId(HWND window, _Out_ uint32* processId)',
);
const getClassName = declare<(window: Hwnd, text: Uint16Array, size: number) => number>(
  'user32',
  'int32 GetClassNameW(HWND window, _Out_ uint16* text, int32 size)',
);
export const getWindowLong = declare<(window: Hwnd, index: number) => number>(
  'user32',
  'int32 GetWindowLongW(HWND window, int32 index)',
);
export const getWindow = declare<(window: Hwnd, which: number) => Hwnd>(
  'user32',
  'HWND GetWindow(HWND window, uint32 which)',
);
/**
 * The windows above one, from it upwards. Their order may change meanwhile: duplicates end the loop, since the page of
 * GetWindow warns of one “caught in an infinite loop”.
 */
export function* windowsAbove(window: Hwnd): Generator<Hwnd> {
  const seen = new Set<Hwnd>();
  for (let above = getWindow(window, relation.previous); above !== 0; above = getWindow(above, relation.previous)) {
    if (seen.has(above)) return;
    seen.add(above);
    yield above;
  }
}
export const getAncestor = declare<(window: Hwnd, which: number) => Hwnd>(
  'user32',
  'HWND GetAncestor(HWND window, uint32 which)',
);
export const windowFromPoint = declare<(at: NativePoint) => Hwnd>('user32', 'HWND WindowFromPoint(POINT at)');
export const findWindowEx = declare<
  (parent: Hwnd, after: Hwnd, className: string | null, title: string | null) => Hwnd
>('user32', 'HWND FindWindowExW(HWND parent, HWND after, str16 className, str16 title)');
/** Waits for the window's thread unless `flags` contains `SWP_ASYNCWINDOWPOS`. `after` may be negative. */
export const setWindowPos = declare<
  (window: Hwnd, after: Hwnd, x: number, y: number, width: number, height: number, flags: number) => number
>(
  'user32',
  'int32 SetWindowPos(HWND window, intptr_t after, int32 x, int32 y, int32 width, int32 height, uint32 flags)',
);

/** In UTF-16 units: https://learn.microsoft.com/windows/win32/api/winuser/ns-winuser-wndclassexw */
export const longestClassName = 256;

export function classNameOf(window: Hwnd): string {
  return readText(longestClassName, (buffer, size) => getClassName(window, buffer, size));
}

export function formatWindowId(window: Hwnd): WindowId {
  return `0x${(window >>> 0).toString(16)}`;
}

export function parseWindowId(id: WindowId): Hwnd {
  return toHwnd(Number.parseInt(id, 16));
}
