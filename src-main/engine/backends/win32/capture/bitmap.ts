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
  /** A copy of what was drawn: blue, green, red and a fourth byte a pixel, rows from the top without gaps. */
  readonly read: () => Uint8Array;
  /** Takes over pixels in that order. */
  readonly write: (pixels: Uint8Array) => void;
}

/**
 * Lends a bitmap in memory, black at first, to `work`; afterwards nothing of it is left.
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
  /** Of the window with its invisible borders. */
  readonly width: number;
  readonly height: number;
}

/** `PW_RENDERFULLCONTENT`: also what is drawn by DirectX. Windows 8.1 and later. */
const fullContent = 2;

/** `SRCCOPY`, and `HALFTONE`: each pixel is the mean of those it represents. */
const copy = 0x00cc0020;

const smoothly = 4;

/** How long the window may take for a question that needs no work, in milliseconds. */
const probeMs = 300;

/**
 * A window as it draws itself, even if others cover it:
 * https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-printwindow . Waits for its program, so only for the blocking
 * thread. Null if it does not answer or draws nothing: some programs leave the picture black and report that all is well.
 */
function printWindow({ window, width, height }: PrintRequest): Pixels | null {
  if (silenceOf(window, probeMs)) return null;
  // A window that Windows scales draws itself as small as its program takes it to be.
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

/** What is in a bitmap of the one size, in the other: blue, green, red and a fourth byte a pixel. */
export function stretched(dc: Handle, from: Size, { width, height }: Size): Uint8Array {
  return withBitmap(width, height, (to) => {
    api.setStretchMode(to.dc, smoothly);
    api.stretchBlt(to.dc, 0, 0, width, height, dc, 0, 0, from.width, from.height, copy);
    return to.read();
  });
}
