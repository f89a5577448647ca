import { labelStyle, red } from '../../../outline/label.ts';
import { withBitmap } from '../capture/bitmap.ts';
import type { Handle } from '../native/types.ts';
import { deleteObject, gdiFlush, selectObject } from '../native/gdi.ts';
import * as api from './api.ts';

/** Windows' own for such things; where it is missing, GDI takes another. */
const face = 'Segoe UI';
const defaultCharset = 1;
const antialiased = 4;
const white = 0xffffff;
/** `ETO_OPAQUE`. */
const fillFirst = 2;

export interface LabelBitmap {
  readonly dc: Handle;
  readonly width: number;
  readonly height: number;
}

/** Lends a bitmap with white text on red, `scale` times as large as at 96 dots per inch. */
export function withLabelBitmap(text: string, scale: number, work: (bitmap: LabelBitmap) => void): void {
  const scaled = (size: number) => Math.round(size * scale);
  const [size, height, padding] = [scaled(labelStyle.fontSize), scaled(labelStyle.height), scaled(labelStyle.padding)];
  const weight = labelStyle.fontWeight;
  const font = api.createFont(-size, 0, 0, 0, weight, 0, 0, 0, defaultCharset, 0, 0, antialiased, 0, face);
  try {
    const extent = withFont(font, 1, 1, (dc) => extentOf(dc, text));
    const width = extent.x + 2 * padding;
    withFont(font, width, height, (dc) => {
      api.setTextColour(dc, white);
      api.setGroundColour(dc, red.r | (red.g << 8) | (red.b << 16));
      const whole = { left: 0, top: 0, right: width, bottom: height };
      const top = Math.floor((height - extent.y) / 2);
      api.textOut(dc, padding, top, fillFirst, whole, text, text.length, null);
      gdiFlush();
      work({ dc, width, height });
    });
  } finally {
    deleteObject(font);
  }
}

function withFont<T>(font: Handle, width: number, height: number, work: (dc: Handle) => T): T {
  return withBitmap(width, height, ({ dc }) => {
    const before = selectObject(dc, font);
    try {
      return work(dc);
    } finally {
      selectObject(dc, before);
    }
  });
}

function extentOf(dc: Handle, text: string): { readonly x: number; readonly y: number } {
  const extent = { x: 0, y: 0 };
  api.getTextExtent(dc, text, text.length, extent);
  return extent;
}
