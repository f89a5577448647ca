import { lastFailure } from '../native/failure.ts';
import type { Handle } from '../native/types.ts';
import { deleteObject, gdiFlush, selectObject } from '../native/gdi.ts';
import * as api from './api.ts';

/** `BITMAPINFOHEADER`: https://learn.microsoft.com/windows/win32/api/wingdi/ns-wingdi-bitmapinfoheader */
const headerSize = 40;
const bitsPerPixel = 32;

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
    const bitmap = api.createDibSection(dc, infoFor(width, height), 0, bits, 0, 0);
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

function infoFor(width: number, height: number): Uint8Array {
  const info = new DataView(new ArrayBuffer(headerSize));
  info.setUint32(0, headerSize, true);
  info.setInt32(4, width, true);
  // Negative: the top row comes first.
  info.setInt32(8, -height, true);
  info.setUint16(12, 1, true);
  info.setUint16(14, bitsPerPixel, true);
  return new Uint8Array(info.buffer);
}

function readMemory(from: number, length: number): Uint8Array {
  const copy = new Uint8Array(length);
  gdiFlush();
  api.copyMemory(copy, from, length);
  return copy;
}
