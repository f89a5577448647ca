import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { formatRect, intersect, sameRect, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { CaptureProvider, Pixels } from '../../../backend.ts';
import { crop, drawOver } from '../../../picture/pixels.ts';
import { toOpaqueRgba } from '../../../picture/opaque-rgba.ts';
import { translated } from '../native/errors.ts';
import { virtualScreen } from '../monitors/virtual-screen.ts';
import type { BlockingThread } from '../thread/blocking-thread.ts';
import { outerRectOf } from '../windows/list/facts.ts';
import { parseWindowId } from '../native/window-id.ts';
import { coveringWindow, isCovered, isDrawn, popupsOver } from '../windows/list/cover.ts';
import { isPopupOf } from '../windows/list/popups.ts';
import { lastFailure } from '../native/failure.ts';
import { getDc, releaseDc } from '../native/gdi.ts';
import { readCursor } from './cursor.ts';
import type { PrintRequest } from './print.ts';
import * as api from './api.ts';
import { withBitmap } from './bitmap.ts';

/** How long a window may take to draw itself, in milliseconds. */
const printMs = 1_500;

/** What must be out of the picture while it is taken. */
export interface Hideable {
  /** Runs `work` while our own outlines are in no picture of the screen. */
  whileHidden<T>(work: () => T | Promise<T>): Promise<T>;
}

type WindowShot = Awaited<ReturnType<CaptureProvider['window']>>;

/** Pictures of the screen; of a window that is covered, as it draws itself. */
export function createCapture(blocking: BlockingThread, outlines: Hideable): CaptureProvider {
  return {
    screen: (region) =>
      translated(() => {
        const visible = intersect(region, virtualScreen());
        if (!visible) throw new AppError('invalid_region', `Nothing of ${formatRect(region)} is on the screen.`);
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
  if (!visible) throw new AppError('invalid_region', `Nothing of ${formatRect(window.bounds)} is on the screen.`);
  const pixels = await outlines.whileHidden(() => readScreen(visible));
  return { pixels, bounds: visible, note: noteFor(window.bounds, visible, covered) };
}

/** A window does not draw its menus and lists with itself; they come from the screen, where nothing else lies over them. */
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

/** Null where the window does not draw itself for us, or not in time. */
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

/** `SRCCOPY | CAPTUREBLT`: layered windows too. https://learn.microsoft.com/windows/win32/api/wingdi/nf-wingdi-bitblt */
const copyWithLayered = 0x40cc0020;

/**
 * What the monitors show there.
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

/** Windows gives no code for it that could be relied on: https://github.com/python-pillow/Pillow/issues/1601 */
function notShown(): AppError {
  return new AppError('display_unavailable', 'Windows does not expose the screen now.', {
    hint: 'Unlock it, answer the question for permission, or open the window of Remote Desktop again.',
    cause: lastFailure('BitBlt'),
  });
}
