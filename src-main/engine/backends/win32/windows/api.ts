import koffi from 'koffi';
import { declare } from '../native/library.ts';
import type { Hwnd, NativeRect } from '../native/types.ts';

/** None of these waits for the window's program. */

koffi.proto('int32 __stdcall EnumWindowsProc(HWND window, intptr_t data)');
koffi.struct('WINDOWPLACEMENT', {
  length: 'uint32',
  flags: 'uint32',
  showCommand: 'uint32',
  minPosition: 'POINT',
  maxPosition: 'POINT',
  normalPosition: 'RECT',
});

/** The used part of `WINDOWPLACEMENT`. */
export interface WindowPlacement {
  readonly normalPosition: NativeRect;
}
export const windowPlacementSize = koffi.sizeof('WINDOWPLACEMENT');

export const enumWindows = declare<(each: (window: Hwnd) => number, data: number) => number>(
  'user32',
  'int32 EnumWindows(EnumWindowsProc* each, intptr_t data)',
);
export const isZoomed = declare<(window: Hwnd) => number>('user32', 'int32 IsZoomed(HWND window)');
/** `GetWindowText` would send a message to windows of our own process, which may wait; this reads the system's copy. */
export const internalGetWindowText = declare<(window: Hwnd, text: Uint16Array, size: number) => number>(
  'user32',
  'int32 InternalGetWindowText(HWND window, _Out_ uint16* text, int32 size)',
);
export const getLastActivePopup = declare<(window: Hwnd) => Hwnd>('user32', 'HWND GetLastActivePopup(HWND window)');
export const getWindowRect = declare<(window: Hwnd, rect: object) => number>(
  'user32',
  'int32 GetWindowRect(HWND window, _Out_ RECT* rect)',
);
export const getClientRect = declare<(window: Hwnd, rect: object) => number>(
  'user32',
  'int32 GetClientRect(HWND window, _Out_ RECT* rect)',
);
/** Two points are a rectangle, whose left stays left in right-to-left windows. 0 is the screen. */
export const mapWindowPoints = declare<(from: Hwnd, to: Hwnd, rect: object, count: 2) => number>(
  'user32',
  'int32 MapWindowPoints(HWND from, HWND to, _Inout_ RECT* rect, uint32 count)',
);
export const getWindowPlacement = declare<(window: Hwnd, placement: object) => number>(
  'user32',
  'int32 GetWindowPlacement(HWND window, _Inout_ WINDOWPLACEMENT* placement)',
);

/** An HRESULT; not 0 without a desktop window manager, or for an unknown attribute. */
export const dwmGetWindowRect = declare<(window: Hwnd, attribute: number, rect: object, size: number) => number>(
  'dwmapi',
  'int32 DwmGetWindowAttribute(HWND window, uint32 attribute, _Out_ RECT* rect, uint32 size)',
);
export const dwmGetWindowNumber = declare<(window: Hwnd, attribute: number, value: [number], size: number) => number>(
  'dwmapi',
  'int32 DwmGetWindowAttribute(HWND window, uint32 attribute, _Out_ uint32* value, uint32 size)',
);

/** Posts to the window's thread instead of waiting for it. */
export const showWindowAsync = declare<(window: Hwnd, command: number) => number>(
  'user32',
  'int32 ShowWindowAsync(HWND window, int32 command)',
);
