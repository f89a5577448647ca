import koffi from 'koffi';
import { declare } from './library.ts';
import type { Handle, Hwnd } from './types.ts';

koffi.struct('ICONINFO', { isIcon: 'int32', x: 'uint32', y: 'uint32', mask: 'HBITMAP', color: 'HBITMAP' });

/** `ICONINFO` of winuser.h; the place is the hot spot of a cursor. */
export interface IconInfo {
  readonly x: number;
  readonly y: number;
  readonly mask: Handle;
  /** 0 for a monochrome cursor: the mask then contains both masks, one above the other. */
  readonly color: Handle;
}

/** The whole screen for window 0. */
export const getDc = declare<(window: Hwnd) => Handle>('user32', 'HDC GetDC(HWND window)');
export const releaseDc = declare<(window: Hwnd, dc: Handle) => number>(
  'user32',
  'int32 ReleaseDC(HWND window, HDC dc)',
);
/** @param object a `BITMAP` */
export const getObject = declare<(handle: Handle, size: number, object: Uint8Array) => number>(
  'gdi32',
  'int32 GetObjectW(HANDLE handle, int32 size, _Out_ uint8* object)',
);
export const selectObject = declare<(dc: Handle, object: Handle) => Handle>(
  'gdi32',
  'HANDLE SelectObject(HDC dc, HANDLE object)',
);
export const deleteObject = declare<(object: Handle) => number>('gdi32', 'int32 DeleteObject(HANDLE object)');
/** Drawn pixels are in memory only afterwards. */
export const gdiFlush = declare<() => number>('gdi32', 'int32 GdiFlush()');
/** `icon` may also be a cursor; the caller frees the bitmaps. */
export const getIconInfo = declare<(icon: Handle, info: object) => number>(
  'user32',
  'int32 GetIconInfo(HICON icon, _Out_ ICONINFO* info)',
);

/** `sizeof(BITMAPINFOHEADER)`, and room for the masks of colours that may follow it. */
const [headerSize, masksSize] = [40, 16];

/**
 * A `BITMAPINFO` for four bytes per pixel: blue, green, red and another, top row first.
 * https://learn.microsoft.com/windows/win32/api/wingdi/ns-wingdi-bitmapinfoheader
 */
export function bitmapInfo(width: number, height: number): Buffer {
  const info = Buffer.alloc(headerSize + masksSize);
  info.writeUInt32LE(headerSize, 0);
  info.writeInt32LE(width, 4);
  // Negative: top row first.
  info.writeInt32LE(-height, 8);
  info.writeUInt16LE(1, 12);
  info.writeUInt16LE(32, 14);
  return info;
}
