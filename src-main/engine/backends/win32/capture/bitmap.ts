import type { Pixels } from '../../../backend.ts';
import { toOpaqueRgba } from '../../../picture/pixels.ts';
import { lastFailure } from '../native/errors.ts';
import type { Handle, Hwnd } from '../native/types.ts';
import { bitmapInfo, deleteObject, gdiFlush, selectObject } from '../native/gdi.ts';
import { inDpiContextOf } from '../monitors/monitors.ts';
import { silenceOf } from '../native/answering.ts';
import { outerRectOf } from '../windows/list/facts.ts';
import * as api from './api.ts';

export interface Bitmap {
  /** Draws into the bitmap. */
  readonly dc: Handle;
  /** A copy of the bitmap: blue, green, red and a fourth byte per pixel, rows from the top without padding. */
  readonly read: () => Uint8Array;
  /** Writes pixels in that order. */
  readonly write: (pixels: Uint8Array) => void;
}

/**
 * Passes a memory bitmap, initially black, to `work`, and frees it afterwards.
 * @throws Win32Failure
 */
export function withBitmap<T>(width: number, height: number, work: (bitmap: Bitmap) => T): T {
  const dc = api.createCompatibleDc(0);
  if (dc === 0) throw lastFailure('CreateCompatibleDC');
  try {
    const bits: [number] = [0];
    const bitmap = api.createDibSection(dc, bitmapInfo(width, height), 0, bits, 0, 0);
    if (bitmap === 0) throw lastFailure('CreateDIBSection');
    const before = selectObject(dc, bitmap);
    try {
      const size = width * height * 4;
      return work({
        dc,
        read: () => readMemory(bits[0], size),
        write: (pixels) => api.fillMemory(bits[0], pixels, Math.min(size, pixels.length)),
      });
    } finally {
      selectObject(dc, before);
      deleteObject(bitmap);
    }
  } finally {
    api.deleteDc(dc);
  }
}

function readMemory(from: number, length: number): Uint8Array {
  const copy = new Uint8Array(length);
  gdiFlush();
  api.copyMemory(copy, from, length);
  return copy;
}

export interface PrintRequest {
  readonly window: Hwnd;
  /** Including the window's invisible borders. */
  readonly width: number;
  readonly height: number;
}

/** `PW_RENDERFULLCONTENT`: includes DirectX content. Windows 8.1 and later. */
const fullContent = 2;

/** `SRCCOPY`, and `HALFTONE`: each pixel is the mean of the source pixels. */
const copy = 0x00cc0020;

const smoothly = 4;

/** Timeout for a trivial message to the window, in milliseconds. */
const probeMs = 300;

/**
 * A window as it draws itself, even if covered: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-printwindow .
 * Waits for its program, so only for the blocking thread. Null if it does not answer or draws nothing: some programs leave the
 * picture black and report success.
 */
function printWindow({ window, width, height }: PrintRequest): Pixels | null {
  if (silenceOf(window, probeMs)) return null;
  // A window scaled by Windows draws itself in its program's unscaled size.
  const drawn = inDpiContextOf(window, () => outerRectOf(window)) ?? { width, height };
  const pixels = withBitmap(drawn.width, drawn.height, ({ dc, read }) => {
    if (api.printWindow(window, dc, fullContent) === 0) return null;
    return drawn.width === width && drawn.height === height ? read() : stretched(dc, drawn, { width, height });
  });
  if (!pixels || isBlack(pixels)) return null;
  return { width, height, rgba: toOpaqueRgba(pixels), opaque: true };
}

export const captureTasks = { 'capture.print': printWindow } as const;

function isBlack(pixels: Uint8Array): boolean {
  const words = new Uint32Array(pixels.buffer);
  return words.every((word) => (word & 0xffffff) === 0);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Scales a bitmap to another size: blue, green, red and a fourth byte per pixel. */
export function stretched(dc: Handle, from: Size, { width, height }: Size): Uint8Array {
  return withBitmap(width, height, (to) => {
    api.setStretchMode(to.dc, smoothly);
    api.stretchBlt(to.dc, 0, 0, width, height, dc, 0, 0, from.width, from.height, copy);
    return to.read();
  });
}
