import { declare } from '../native/library.ts';
import type { Handle, Hwnd } from '../native/types.ts';

export const createCompatibleDc = declare<(dc: Handle) => Handle>('gdi32', 'HDC CreateCompatibleDC(HDC dc)');
export const deleteDc = declare<(dc: Handle) => number>('gdi32', 'int32 DeleteDC(HDC dc)');
/** @param info a `BITMAPINFO` */
export const createDibSection = declare<
  (dc: Handle, info: Uint8Array, usage: number, bits: [number], section: Handle, offset: number) => Handle
>(
  'gdi32',
  'HBITMAP CreateDIBSection(HDC dc, _In_ uint8* info, uint32 usage, _Out_ uintptr_t* bits, HANDLE section, uint32 offset)',
);
export const bitBlt = declare<
  (
    ...parts: [
      ...[to: Handle, x: number, y: number, width: number, height: number],
      ...[from: Handle, fromX: number, fromY: number, operation: number],
    ]
  ) => number
>(
  'gdi32',
  'int32 BitBlt(HDC to, int32 x, int32 y, int32 width, int32 height, HDC from, int32 fromX, int32 fromY, uint32 operation)',
);
export const copyMemory = declare<(to: Uint8Array, from: number, length: number) => void>(
  'kernel32',
  'void RtlMoveMemory(_Out_ uint8* to, uintptr_t from, size_t length)',
);
export const fillMemory = declare<(to: number, from: Uint8Array, length: number) => void>(
  'kernel32',
  'void RtlMoveMemory(uintptr_t to, _In_ uint8* from, size_t length)',
);
export const stretchBlt = declare<
  (
    ...parts: [
      ...[to: Handle, x: number, y: number, width: number, height: number],
      ...[from: Handle, fromX: number, fromY: number, fromWidth: number, fromHeight: number, operation: number],
    ]
  ) => number
>(
  'gdi32',
  'int32 StretchBlt(HDC to, int32 x, int32 y, int32 width, int32 height, HDC from, int32 fromX, int32 fromY, int32 fromWidth, int32 fromHeight, uint32 operation)',
);
export const setStretchMode = declare<(dc: Handle, mode: number) => number>(
  'gdi32',
  'int32 SetStretchBltMode(HDC dc, int32 mode)',
);
/** Asks the window to draw itself, which waits for its program. */
export const printWindow = declare<(window: Hwnd, dc: Handle, flags: number) => number>(
  'user32',
  'int32 PrintWindow(HWND window, HDC dc, uint32 flags)',
);

/** @param info a `CURSORINFO` */
export const getCursorInfo = declare<(info: Uint8Array) => number>(
  'user32',
  'int32 GetCursorInfo(_Inout_ uint8* info)',
);
/** @param name a number for Windows' own cursors, which are never freed */
export const loadCursor = declare<(module: Handle, name: number) => Handle>(
  'user32',
  'HANDLE LoadCursorW(HMODULE module, uintptr_t name)',
);
export const drawIcon = declare<
  (
    ...parts: [
      ...[dc: Handle, x: number, y: number, icon: Handle, width: number, height: number],
      ...[step: number, brush: Handle, flags: number],
    ]
  ) => number
>(
  'user32',
  'int32 DrawIconEx(HDC dc, int32 x, int32 y, HICON icon, int32 width, int32 height, uint32 step, HANDLE brush, uint32 flags)',
);
