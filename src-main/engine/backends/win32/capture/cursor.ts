import type { Point } from '#contract/model/geometry';
import type { Pixels } from '../../../backend.ts';
import type { Handle } from '../native/types.ts';
import { deleteObject, getIconInfo, getObject, type IconInfo } from '../native/gdi.ts';
import * as api from './api.ts';
import { withBitmap } from './bitmap.ts';

/** `CURSORINFO`: https://learn.microsoft.com/windows/win32/api/winuser/ns-winuser-cursorinfo */
const cursorInfoSize = 24;
const showing = 1;
/** `BITMAP` on 64 bits. */
const bitmapSize = 32;
/** `IDC_ARROW` of winuser.h. */
const arrow = 32512;
/** `DI_NORMAL`: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-drawiconex */
const normal = 3;
/** `WHITENESS`: needs no source. */
const whiteness = 0x00ff0062;

/**
 * How the mouse pointer looks now, and where its top left is; null where it is hidden. Wine shows no one the shapes of other
 * programs: there it is an arrow.
 */
export function readCursor(): { readonly pixels: Pixels; readonly at: Point } | null {
  const info = new DataView(new ArrayBuffer(cursorInfoSize));
  info.setUint32(0, cursorInfoSize, true);
  if (api.getCursorInfo(new Uint8Array(info.buffer)) === 0 || info.getUint32(4, true) !== showing) return null;
  const shape = shapeOf(Number(info.getBigInt64(8, true))) ?? shapeOf(api.loadCursor(0, arrow));
  if (!shape) return null;
  const { icon, width, height, hotspot } = shape;
  const [onBlack, onWhite] = [draw(icon, width, height, 0), draw(icon, width, height, 0xff)];
  const pixels = { width, height, rgba: separate(onBlack, onWhite), opaque: false };
  return { pixels, at: { x: info.getInt32(16, true) - hotspot.x, y: info.getInt32(20, true) - hotspot.y } };
}

interface CursorShape {
  readonly icon: Handle;
  readonly width: number;
  readonly height: number;
  readonly hotspot: Point;
}

/** Null for one that went while it was looked at. */
function shapeOf(icon: Handle): CursorShape | null {
  const info = {};
  if (getIconInfo(icon, info) === 0) return null;
  const { x, y, mask, color: colour } = info as IconInfo;
  try {
    const bitmap = new DataView(new ArrayBuffer(bitmapSize));
    if (getObject(colour || mask, bitmapSize, new Uint8Array(bitmap.buffer)) === 0) return null;
    const height = bitmap.getInt32(8, true);
    return {
      icon,
      width: bitmap.getInt32(4, true),
      // One without colours has both of its masks one above the other.
      height: colour === 0 ? height / 2 : height,
      hotspot: { x, y },
    };
  } finally {
    for (const object of [mask, colour]) if (object !== 0) deleteObject(object);
  }
}

/** As it looks on a ground of one grey. */
function draw(icon: Handle, width: number, height: number, ground: number): Uint8Array {
  return withBitmap(width, height, (bitmap) => {
    if (ground === 0xff) api.bitBlt(bitmap.dc, 0, 0, width, height, 0, 0, 0, whiteness);
    api.drawIcon(bitmap.dc, 0, 0, icon, width, height, 0, 0, normal);
    return bitmap.read();
  });
}

/**
 * Colours and how much of them covers, from two pictures on black and on white: whatever kind of cursor it is. What inverts
 * the ground is black there.
 */
export function separate(onBlack: Uint8Array, onWhite: Uint8Array): Uint8Array {
  const rgba = new Uint8Array(onBlack.length);
  for (let at = 0; at < rgba.length; at += 4) {
    const [black = 0, white = 0] = [onBlack[at + 1], onWhite[at + 1]];
    const inverts = black > white;
    const alpha = inverts ? 255 : 255 - (white - black);
    for (let channel = 0; channel < 3 && !inverts && alpha > 0; channel++) {
      rgba[at + channel] = Math.min(255, Math.round(((onBlack[at + 2 - channel] ?? 0) * 255) / alpha));
    }
    rgba[at + 3] = alpha;
  }
  return rgba;
}
