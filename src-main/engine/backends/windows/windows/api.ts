import koffi from 'koffi';
import { declare } from '../native/library.ts';
import type { Hwnd, NativePoint, NativeRect } from '../native/types.ts';

/** None of these waits for the program whose window it is asked about. */

koffi.proto('int32 __stdcall EnumWindowsProc(HWND window, intptr_t data)');
koffi.struct('WINDOWPLACEMENT', {
  ...{ length: 'uint32', flags: 'uint32', showCommand: 'uint32', minPosition: 'POINT', maxPosition: 'POINT' },
  ...{ normalPosition: 'RECT' },
});
koffi.struct('GUITHREADINFO', {
  ...{ size: 'uint32', flags: 'uint32', active: 'HWND', focus: 'HWND', capture: 'HWND', menuOwner: 'HWND' },
  ...{ moveSize: 'HWND', caret: 'HWND', caretRect: 'RECT' },
});

/** The part of `WINDOWPLACEMENT` that is used here. */
export interface WindowPlacement {
  readonly normalPosition: NativeRect;
}
export const windowPlacementSize = koffi.sizeof('WINDOWPLACEMENT');

/** The part of `GUITHREADINFO` that is used here. */
export interface GuiThreadInfo {
  readonly active: Hwnd;
  readonly menuOwner: Hwnd;
}
export const guiThreadInfoSize = koffi.sizeof('GUITHREADINFO');

export const enumWindows = declare<(each: (window: Hwnd) => number, data: number) => number>(
  'user32',
  'int32 EnumWindows(EnumWindowsProc* each, intptr_t data)',
);
export const isWindowVisible = declare<(window: Hwnd) => number>('user32', 'int32 IsWindowVisible(HWND window)');
export const isIconic = declare<(window: Hwnd) => number>('user32', 'int32 IsIconic(HWND window)');
export const isZoomed = declare<(window: Hwnd) => number>('user32', 'int32 IsZoomed(HWND window)');
export const isWindowEnabled = declare<(window: Hwnd) => number>('user32', 'int32 IsWindowEnabled(HWND window)');
export const isHungAppWindow = declare<(window: Hwnd) => number>('user32', 'int32 IsHungAppWindow(HWND window)');
export const getForegroundWindow = declare<() => Hwnd>('user32', 'HWND GetForegroundWindow()');
export const getWindowThreadProcessId = declare<(window: Hwnd, processId: [number]) => number>(
  'user32',
  'uint32 GetWindowThreadProcessId(HWND window, _Out_ uint32* processId)',
);
/** `GetWindowText` would ask windows of our own process by a message, which may wait; this reads what the system keeps. */
export const internalGetWindowText = declare<(window: Hwnd, text: Uint16Array, size: number) => number>(
  'user32',
  'int32 InternalGetWindowText(HWND window, _Out_ uint16* text, int32 size)',
);
export const getClassName = declare<(window: Hwnd, text: Uint16Array, size: number) => number>(
  'user32',
  'int32 GetClassNameW(HWND window, _Out_ uint16* text, int32 size)',
);
export const getWindowLong = declare<(window: Hwnd, index: number) => number>(
  'user32',
  'int32 GetWindowLongW(HWND window, int32 index)',
);
export const getWindow = declare<(window: Hwnd, relation: number) => Hwnd>(
  'user32',
  'HWND GetWindow(HWND window, uint32 relation)',
);
export const getAncestor = declare<(window: Hwnd, which: number) => Hwnd>(
  'user32',
  'HWND GetAncestor(HWND window, uint32 which)',
);
export const getDesktopWindow = declare<() => Hwnd>('user32', 'HWND GetDesktopWindow()');
export const getLastActivePopup = declare<(window: Hwnd) => Hwnd>('user32', 'HWND GetLastActivePopup(HWND window)');
export const findWindowEx = declare<(parent: Hwnd, after: Hwnd, className: string, title: null) => Hwnd>(
  'user32',
  'HWND FindWindowExW(HWND parent, HWND after, str16 className, str16 title)',
);
export const windowFromPoint = declare<(point: NativePoint) => Hwnd>('user32', 'HWND WindowFromPoint(POINT point)');
export const getWindowRect = declare<(window: Hwnd, rect: object) => number>(
  'user32',
  'int32 GetWindowRect(HWND window, _Out_ RECT* rect)',
);
export const getClientRect = declare<(window: Hwnd, rect: object) => number>(
  'user32',
  'int32 GetClientRect(HWND window, _Out_ RECT* rect)',
);
export const clientToScreen = declare<(window: Hwnd, point: NativePoint) => number>(
  'user32',
  'int32 ClientToScreen(HWND window, _Inout_ POINT* point)',
);
export const getWindowPlacement = declare<(window: Hwnd, placement: object) => number>(
  'user32',
  'int32 GetWindowPlacement(HWND window, _Inout_ WINDOWPLACEMENT* placement)',
);
export const getGuiThreadInfo = declare<(thread: number, info: object) => number>(
  'user32',
  'int32 GetGUIThreadInfo(uint32 thread, _Inout_ GUITHREADINFO* info)',
);

/** An HRESULT; not 0 where there is no desktop window manager, or it does not know the attribute. */
export const dwmGetWindowRect = declare<(window: Hwnd, attribute: number, rect: object, size: number) => number>(
  'dwmapi',
  'int32 DwmGetWindowAttribute(HWND window, uint32 attribute, _Out_ RECT* rect, uint32 size)',
);
export const dwmGetWindowNumber = declare<(window: Hwnd, attribute: number, value: [number], size: number) => number>(
  'dwmapi',
  'int32 DwmGetWindowAttribute(HWND window, uint32 attribute, _Out_ uint32* value, uint32 size)',
);

/** Posts to the thread of the window instead of waiting for it. */
export const showWindowAsync = declare<(window: Hwnd, command: number) => number>(
  'user32',
  'int32 ShowWindowAsync(HWND window, int32 command)',
);
/** Waits for the window's thread unless `flags` holds `SWP_ASYNCWINDOWPOS`. `after` may be negative. */
export const setWindowPos = declare<
  (window: Hwnd, after: Hwnd, x: number, y: number, width: number, height: number, flags: number) => number
>(
  'user32',
  'int32 SetWindowPos(HWND window, intptr_t after, int32 x, int32 y, int32 width, int32 height, uint32 flags)',
);
export const postMessage = declare<(window: Hwnd, message: number, wParam: number, lParam: number) => number>(
  'user32',
  'int32 PostMessageW(HWND window, uint32 message, uintptr_t wParam, intptr_t lParam)',
);
export const setForegroundWindow = declare<(window: Hwnd) => number>(
  'user32',
  'int32 SetForegroundWindow(HWND window)',
);
