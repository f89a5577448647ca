import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { formatRect, intersect, sameRect, type Rect, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { CaptureProvider, Pixels } from '../../../backend.ts';
import { crop, drawOver, toOpaqueRgba } from '../../../picture/pixels.ts';
import { translated, lastFailure } from '../native/errors.ts';
import { virtualScreen } from '../monitors/monitors.ts';
import type { BlockingThread } from '../thread/blocking-thread.ts';
import { outerRectOf } from '../windows/list/facts.ts';
import { parseWindowId } from '../native/window.ts';
import { coveringWindow, isCovered, isDrawn, popupsOver } from '../windows/list/cover.ts';
import { isPopupOf } from '../windows/list/popups.ts';
import { getDc, releaseDc, deleteObject, getIconInfo, getObject, type IconInfo } from '../native/gdi.ts';
import type { Handle } from '../native/types.ts';
import { type PrintRequest, withBitmap } from './bitmap.ts';
import * as api from './api.ts';

/** Timeout for a window to draw itself, in milliseconds. */
const printMs = 1_500;

/** Surfaces to hide during a capture. */
export interface Hideable {
  /** Runs `work` while our outlines are excluded from screenshots. */
  whileHidden<T>(work: () => T | Promise<T>): Promise<T>;
}

type WindowShot = Awaited<ReturnType<CaptureProvider['window']>>;

/** Screenshots; a covered window is drawn by its program. */
export function createCapture(blocking: BlockingThread, outlines: Hideable): CaptureProvider {
  return {
    screen: (region) =>
      translated(() => {
        const visible = intersect(region, virtualScreen());
        if (!visible) throw new AppError('invalid_region', `${formatRect(region)} is entirely off the screen.`);
        return outlines.whileHidden(() => readScreen(visible));
      }),
    window: (window) => translated(() => shootWindow(window, blocking, outlines)),
    cursor: () => translated(readCursor),
  };
}

async function shootWindow(window: WindowInfo, blocking: BlockingThread, outlines: Hideable): Promise<WindowShot> {
  const handle = parseWindowId(window.id);
  if (!isDrawn(handle)) {
    throw new AppError('invalid_region', `${quoted(window.title)} is not shown now, so it has no picture.`, {
      hint: 'Restore it, or switch to its desktop.',
    });
  }
  const visible = intersect(window.bounds, virtualScreen());
  const covered = isCovered(handle, visible ?? window.bounds);
  if (covered || !visible || !sameRect(visible, window.bounds)) {
    const pixels = await printed(window, blocking);
    if (pixels) return { pixels: await withPopups(pixels, window, outlines), bounds: window.bounds, note: '' };
  }
  if (!visible) throw new AppError('invalid_region', `${formatRect(window.bounds)} is entirely off the screen.`);
  const pixels = await outlines.whileHidden(() => readScreen(visible));
  return { pixels, bounds: visible, note: noteFor(window.bounds, visible, covered) };
}

/** A window does not draw its menus and lists; they are copied from the screen unless covered. */
async function withPopups(own: Pixels, { id, bounds }: WindowInfo, outlines: Hideable): Promise<Pixels> {
  const window = parseWindowId(id);
  let pixels = own;
  for (const popup of popupsOver(window, bounds)) {
    const outer = outerRectOf(popup);
    const inside = outer && intersect(outer, bounds);
    const seen = inside && intersect(inside, virtualScreen());
    if (!seen || coveringWindow(popup, seen, (above) => !isPopupOf(window, above)) !== null) continue;
    const shown = await outlines.whileHidden(() => readScreen(seen));
    pixels = drawOver(pixels, shown, { x: seen.x - bounds.x, y: seen.y - bounds.y });
  }
  return pixels;
}

/** Null if the window does not draw itself, or not in time. */
async function printed({ id, app, bounds }: WindowInfo, blocking: BlockingThread): Promise<Pixels | null> {
  const window = parseWindowId(id);
  const outer = outerRectOf(window);
  if (!outer || !intersect(outer, bounds)) return null;
  const request: PrintRequest = { window, width: outer.width, height: outer.height };
  try {
    const pixels = await blocking.run<Pixels | null>('capture.print', request, { target: app, timeoutMs: printMs });
    return pixels && crop(pixels, { ...bounds, x: bounds.x - outer.x, y: bounds.y - outer.y });
  } catch (error) {
    if (error instanceof AppError && error.code === 'target_not_responding') return null;
    throw error;
  }
}

function noteFor(wanted: Rect, visible: Rect, covered: boolean): string {
  const cut = sameRect(wanted, visible) ? '' : `Cut to ${formatRect(visible)}: the rest of the window has no pixels.`;
  const over = covered ? 'The window cannot be captured when covered; the picture includes what covers it.' : '';
  return [cut, over].filter((part) => part !== '').join(' ');
}

/** `SRCCOPY | CAPTUREBLT`: includes layered windows. https://learn.microsoft.com/windows/win32/api/wingdi/nf-wingdi-bitblt */
const copyWithLayered = 0x40cc0020;

/**
 * The monitors' content there.
 * @throws AppError `display_unavailable`, Win32Failure
 */
export function readScreen({ x, y, width, height }: Rect): Pixels {
  const screen = getDc(0);
  if (screen === 0) throw lastFailure('GetDC');
  try {
    return withBitmap(width, height, ({ dc, read }) => {
      if (api.bitBlt(dc, 0, 0, width, height, screen, x, y, copyWithLayered) === 0) throw notShown();
      return { width, height, rgba: toOpaqueRgba(read()), opaque: true };
    });
  } finally {
    releaseDc(0, screen);
  }
}

/** Windows returns no reliable error code for it: https://github.com/python-pillow/Pillow/issues/1601 */
function notShown(): AppError {
  return new AppError('display_unavailable', 'Windows does not expose the screen at the moment.', {
    hint: 'Unlock it, answer the question for permission, or open the window of Remote Desktop again.',
    cause: lastFailure('BitBlt'),
  });
}

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
 * The current pointer image and its top left; null if hidden. Wine does not expose cursors of other programs: there it is an
 * arrow.
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

/** Null if the cursor was destroyed meanwhile. */
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
      // A monochrome cursor has both masks in one bitmap, one above the other.
      height: colour === 0 ? height / 2 : height,
      hotspot: { x, y },
    };
  } finally {
    for (const object of [mask, colour]) if (object !== 0) deleteObject(object);
  }
}

/** The cursor on a uniform grey background. */
function draw(icon: Handle, width: number, height: number, ground: number): Uint8Array {
  return withBitmap(width, height, (bitmap) => {
    if (ground === 0xff) api.bitBlt(bitmap.dc, 0, 0, width, height, 0, 0, 0, whiteness);
    api.drawIcon(bitmap.dc, 0, 0, icon, width, height, 0, 0, normal);
    return bitmap.read();
  });
}

/**
 * Colour and alpha, derived from the cursor drawn on black and on white, which works for any kind of cursor. Inverting pixels
 * become black.
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
