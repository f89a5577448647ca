import { lastFailure } from '../native/failure.ts';
import type { Handle } from '../native/types.ts';
import { bitmapInfo, deleteObject, gdiFlush, selectObject } from '../native/gdi.ts';
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
