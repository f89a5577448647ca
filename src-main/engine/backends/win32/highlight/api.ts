import koffi from 'koffi';
import { declare } from '../native/library.ts';
import type { Handle, Hwnd, NativeRect } from '../native/types.ts';

koffi.struct('WNDCLASSEXW', {
  size: 'uint32',
  style: 'uint32',
  procedure: 'uintptr_t',
  classExtra: 'int32',
  windowExtra: 'int32',
  instance: 'HMODULE',
  icon: 'HICON',
  cursor: 'HANDLE',
  background: 'HANDLE',
  menu: 'uintptr_t',
  className: 'str16',
  smallIcon: 'HICON',
});
export const windowClassSize = koffi.sizeof('WNDCLASSEXW');

/** 0 on failure. */
export const registerClass = declare<(windowClass: object) => number>(
  'user32',
  'uint16 RegisterClassExW(_In_ WNDCLASSEXW* windowClass)',
);
export const unregisterClass = declare<(className: string, instance: Handle) => number>(
  'user32',
  'int32 UnregisterClassW(str16 className, HMODULE instance)',
);
export const createWindow = declare<
  (
    ...parts: [
      ...[exStyle: number, className: string, title: null, style: number],
      ...[x: number, y: number, width: number, height: number],
      ...[parent: Hwnd, menu: Handle, instance: Handle, data: number],
    ]
  ) => Hwnd
>(
  'user32',
  'HWND CreateWindowExW(uint32 exStyle, str16 className, str16 title, uint32 style, int32 x, int32 y, int32 width, int32 height, HWND parent, HMENU menu, HMODULE instance, intptr_t data)',
);
export const destroyWindow = declare<(window: Hwnd) => number>('user32', 'int32 DestroyWindow(HWND window)');
interface Pair {
  readonly x: number;
  readonly y: number;
}
/** A `SIZE` has the layout of a `POINT`. */
export const updateLayeredWindow = declare<
  (
    ...parts: [
      ...[window: Hwnd, screen: Handle, at: Pair, size: Pair, from: Handle, fromAt: Pair],
      ...[key: number, blend: Uint8Array, flags: number],
    ]
  ) => number
>(
  'user32',
  'int32 UpdateLayeredWindow(HWND window, HDC screen, POINT* at, POINT* size, HDC from, POINT* fromAt, uint32 key, _In_ uint8* blend, uint32 flags)',
);
export const setDisplayAffinity = declare<(window: Hwnd, affinity: number) => number>(
  'user32',
  'int32 SetWindowDisplayAffinity(HWND window, uint32 affinity)',
);
/** Returns when everything drawn so far is on the screen. */
export const dwmFlush = declare<() => number>('dwmapi', 'int32 DwmFlush()');
export const getModuleHandle = declare<(name: string | null) => Handle>(
  'kernel32',
  'HMODULE GetModuleHandleW(str16 name)',
);
export const getProcAddress = declare<(module: Handle, name: string) => number>(
  'kernel32',
  'uintptr_t GetProcAddress(HMODULE module, str name)',
);

export const createFont = declare<
  (
    ...parts: [
      ...[height: number, width: number, escapement: number, orientation: number, weight: number],
      ...[italic: number, underline: number, strikeOut: number, charset: number],
      ...[outPrecision: number, clipPrecision: number, quality: number, pitch: number, face: string],
    ]
  ) => Handle
>(
  'gdi32',
  'HANDLE CreateFontW(int32 height, int32 width, int32 escapement, int32 orientation, int32 weight, uint32 italic, uint32 underline, uint32 strikeOut, uint32 charset, uint32 outPrecision, uint32 clipPrecision, uint32 quality, uint32 pitch, str16 face)',
);
export const getTextExtent = declare<(dc: Handle, text: string, length: number, extent: Pair) => number>(
  'gdi32',
  'int32 GetTextExtentPoint32W(HDC dc, str16 text, int32 length, _Out_ POINT* extent)',
);
export const setTextColour = declare<(dc: Handle, colour: number) => number>(
  'gdi32',
  'uint32 SetTextColor(HDC dc, uint32 colour)',
);
export const setGroundColour = declare<(dc: Handle, colour: number) => number>(
  'gdi32',
  'uint32 SetBkColor(HDC dc, uint32 colour)',
);
export const textOut = declare<
  (
    ...parts: [
      ...[dc: Handle, x: number, y: number, options: number, rect: NativeRect],
      ...[text: string, length: number, distances: null],
    ]
  ) => number
>(
  'gdi32',
  'int32 ExtTextOutW(HDC dc, int32 x, int32 y, uint32 options, RECT* rect, str16 text, uint32 length, void* distances)',
);
