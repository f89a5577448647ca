import koffi from 'koffi';
import type { Rect } from '#contract/model/geometry';

/**
 * A window's handle. Only its low 32 bits are significant, and Windows sign-extends them: it is negative if the highest is set,
 * as happens on machines with weeks of uptime. https://learn.microsoft.com/windows/win32/winprog64/interprocess-communication
 */
export type Hwnd = number;
/** Any other handle; icon and GDI handles have the same format. */
export type Handle = number;

/** `RECT` of windef.h. */
export interface NativeRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** `Windows.Foundation.Rect`. */
export interface NativeBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** `POINT` of windef.h. */
export interface NativePoint {
  readonly x: number;
  readonly y: number;
}

// Names as in Microsoft's headers, available in every prototype. Each thread registers them once, by loading this file.
for (const handle of ['HWND', 'HANDLE', 'HDC', 'HMONITOR', 'HBITMAP', 'HICON', 'HMENU', 'HMODULE', 'HRGN', 'HHOOK']) {
  koffi.alias(handle, 'intptr_t');
}
koffi.struct('RECT', { left: 'int32', top: 'int32', right: 'int32', bottom: 'int32' });
koffi.struct('POINT', { x: 'int32', y: 'int32' });
koffi.struct('BOX', { x: 'float', y: 'float', width: 'float', height: 'float' });
koffi.struct('MSG', {
  window: 'HWND',
  message: 'uint32',
  wParam: 'uintptr_t',
  lParam: 'intptr_t',
  time: 'uint32',
  point: 'POINT',
});

/** @param bits the low 32 of a handle */
export function toHwnd(bits: number): Hwnd {
  return bits | 0;
}

export function toRect({ left, top, right, bottom }: NativeRect): Rect {
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/**
 * Reads UTF-16 text that a function writes into a buffer.
 * @param fill writes at most `size` units into `buffer`, and returns the number written
 */
export function readText(size: number, fill: (buffer: Uint16Array, size: number) => number): string {
  const buffer = new Uint16Array(size);
  const length = Math.min(Math.max(fill(buffer, size), 0), size);
  return Buffer.from(buffer.buffer, 0, length * 2).toString('utf16le');
}
