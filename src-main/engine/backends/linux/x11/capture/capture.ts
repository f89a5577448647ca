import type { XImage } from 'x11';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { formatRect, intersect, sameRect, type Rect, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { CaptureProvider, Pixels, PlacedPicture } from '../../../../backend.ts';
import { toOpaqueRgba } from '../../../../picture/pixels.ts';
import type { PaintSource } from '../../window-system.ts';
import type { XConnection } from '../display/connection.ts';
import { badMatch, XFailure } from '../display/failure.ts';
import { parseWindowId } from '../display/ids.ts';
import { screenBounds } from '../display/monitors.ts';
import { popupsOf, topLevelOf } from '../display/stacking.ts';
import { isXWayland } from '../display/xwayland.ts';
import type { CursorImage } from '../display/extensions.ts';

/** Surfaces to hide during a capture. */
export interface Hideable {
  /** Runs `work` while our outlines are hidden. */
  whileHidden<T>(work: () => Promise<T>): Promise<T>;
}

type WindowShot = Awaited<ReturnType<CaptureProvider['window']>>;

export function createCapture(
  x: XConnection,
  outlines: Hideable,
  painting: Pick<PaintSource, 'stamp'>,
): CaptureProvider {
  // Kept for the life of the connection: from then on covered windows keep their pixels.
  const redirected = redirectWindows(x);
  return {
    async screen(region) {
      const visible = intersect(region, await screenBounds(x));
      if (!visible) throw new AppError('invalid_region', `${formatRect(region)} is entirely off the screen.`);
      return outlines.whileHidden(() => readScreen(x, visible));
    },

    async window(window) {
      const whole = await redirected;
      await expectViewable(x, window);
      return whole ? readWhole(x, window) : outlines.whileHidden(() => readVisible(x, window));
    },

    popups: ({ id }) => readPopups(x, parseWindowId(id)),
    painted: ({ id }) => Promise.resolve(painting.stamp(id)),
    cursor: () => readCursor(x),
  };
}

/** @throws AppError `unsupported_platform` under XWayland, where only the Wayland compositor has the whole picture */
async function readScreen(x: XConnection, region: Rect): Promise<Pixels> {
  try {
    return await readImage(x, x.root, region);
  } catch (error) {
    if (!(error instanceof XFailure) || error.errorNumber !== badMatch || !(await isXWayland(x))) throw error;
    throw new AppError('unsupported_platform', 'A Wayland session does not expose its screen through XWayland.', {
      hint: 'Capture a window, or log in to an X11 session.',
      cause: error,
    });
  }
}

/**
 * Makes the server keep every top-level window in its own buffer, like a compositor. Without that, covered areas are black.
 * Compatible with a running compositor, which has done the same.
 * @returns false if the server cannot
 */
async function redirectWindows(x: XConnection): Promise<boolean> {
  const composite = await x.extension('composite');
  if (!composite) return false;
  composite.RedirectSubwindows(x.root, composite.Redirect.Automatic);
  await x.sync();
  return true;
}

/** Only mapped windows have pixels, not minimised ones or those on another desktop. */
async function expectViewable(x: XConnection, { id, title }: WindowInfo): Promise<void> {
  const viewable = 2;
  const { mapState } = await x.ask<{ mapState: number }>((client, done) =>
    client.GetWindowAttributes(parseWindowId(id), done),
  );
  if (mapState === viewable) return;
  throw new AppError('invalid_region', `${quoted(title)} is not shown now, so it has no picture.`, {
    hint: 'Restore it, or switch to its desktop.',
  });
}

async function readWhole(x: XConnection, window: WindowInfo): Promise<WindowShot> {
  const topLevel = await topLevelOf(x, parseWindowId(window.id));
  const [geometry, origin] = await Promise.all([
    x.ask<{ width: number; height: number }>((client, done) => client.GetGeometry(topLevel, done)),
    x.ask<{ destX: number; destY: number }>((client, done) =>
      client.TranslateCoordinates(topLevel, x.root, 0, 0, done),
    ),
  ]);
  const place = { x: origin.destX, y: origin.destY, width: geometry.width, height: geometry.height };
  const bounds = intersect(window.bounds, place);
  if (!bounds) throw new AppError('invalid_region', `The window has no pixels at ${formatRect(window.bounds)}.`);
  try {
    const pixels = await readImage(x, topLevel, { ...bounds, x: bounds.x - place.x, y: bounds.y - place.y });
    return { pixels, bounds, note: cutNote(bounds, window.bounds) };
  } catch (error) {
    if (!(error instanceof XFailure) || error.errorNumber !== badMatch) throw error;
    throw new AppError('invalid_region', `${quoted(window.title)} changed while its picture was taken.`, {
      hint: 'Try again.',
      cause: error,
    });
  }
}

async function readPopups(x: XConnection, window: number): Promise<readonly PlacedPicture[]> {
  const popups = [...(await popupsOf(x, window))].reverse();
  const read = popups.map(async ({ window: popup, bounds: { x: left, y: top, width, height } }) => {
    const pixels = await readImage(x, popup, { x: 0, y: 0, width, height });
    return { pixels, at: { x: left, y: top } };
  });
  // Some may have closed meanwhile.
  return (await Promise.all(read.map((one) => one.catch(() => null)))).filter((one) => one !== null);
}

/** Without the Composite extension: the visible part of the window, with whatever covers it. */
async function readVisible(x: XConnection, window: WindowInfo): Promise<WindowShot> {
  const bounds = intersect(window.bounds, await screenBounds(x));
  if (!bounds) throw new AppError('invalid_region', `${formatRect(window.bounds)} is entirely off the screen.`);
  const covered = 'This X server cannot capture covered windows; the picture includes what covers it.';
  const note = [cutNote(bounds, window.bounds), covered].filter((part) => part !== '').join(' ');
  return { pixels: await readImage(x, x.root, bounds), bounds, note };
}

function cutNote(bounds: Rect, wanted: Rect): string {
  return sameRect(bounds, wanted) ? '' : `Cut to ${formatRect(bounds)}: the rest of the window has no pixels.`;
}

/** The current pointer image and its top left; null if the server does not report it. */
async function readCursor(x: XConnection): Promise<{ readonly pixels: Pixels; readonly at: Point } | null> {
  const fixes = await x.extension('fixes');
  if (!fixes) return null;
  const image = await x.ask<CursorImage>((_, done) => fixes.GetCursorImage(done));
  const { width, height, cursorImage } = image;
  if (width === 0 || height === 0) return null;
  const pixels = { width, height, rgba: toRgba(cursorImage, true), opaque: false };
  return { pixels, at: { x: image.x - image.xhot, y: image.y - image.yhot } };
}

const zPixmap = 2;

const allPlanes = 0xffffffff;

/**
 * Reads the pixels of a drawable. `region` is relative to it and must be inside.
 * @throws XFailure BadMatch if a part of it has no pixels, e.g. because the window is minimised
 */
async function readImage(x: XConnection, drawable: number, region: Rect): Promise<Pixels> {
  const { width, height } = region;
  const image = await x.ask<XImage>((client, done) =>
    client.GetImage(zPixmap, drawable, region.x, region.y, width, height, allPlanes, done),
  );
  const data = image.data.subarray(0, width * height * 4);
  const opaque = image.depth !== 32 || isOpaque(data);
  return { width, height, rgba: toRgba(data, !opaque), opaque };
}

/** Current servers send 32 bits per pixel: blue, green, red and, at depth 32, premultiplied alpha. */
function toRgba(bgra: Uint8Array, hasAlpha: boolean): Uint8Array {
  // A copy, since words must be aligned and the reply's bytes may not be.
  return hasAlpha ? straightened(bgra) : toOpaqueRgba(Uint8Array.from(bgra));
}

function straightened(bgra: Uint8Array): Uint8Array {
  const rgba = new Uint8Array(bgra.length);
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = bgra[at + 3] ?? 255;
    for (let channel = 0; channel < 3; channel++) {
      rgba[at + channel] = straight(bgra[at + 2 - channel] ?? 0, alpha);
    }
    rgba[at + 3] = alpha;
  }
  return rgba;
}

function straight(value: number, alpha: number): number {
  return alpha === 255 || alpha === 0 ? value : Math.min(255, Math.round((value * 255) / alpha));
}

function isOpaque(bgra: Uint8Array): boolean {
  for (let at = 3; at < bgra.length; at += 4) if (bgra[at] !== 255) return false;
  return true;
}
