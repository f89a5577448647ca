import { AppError } from '#contract/errors';
import { formatRect, intersect, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import type { CaptureProvider } from '../../../backend.ts';
import type { XConnection } from '../x11/connection.ts';
import { badMatch, XFailure } from '../x11/failure.ts';
import { parseWindowId } from '../x11/ids.ts';
import { screenBounds } from '../x11/monitors.ts';
import { topLevelOf } from '../x11/stacking.ts';
import { readImage } from './image.ts';
import { encodePng, type Pixels } from './png.ts';

/** What must be out of the picture while it is taken. */
export interface Hideable {
  /** Runs `work` while our own outlines are off the screen. */
  whileHidden<T>(work: () => Promise<T>): Promise<T>;
}

export function createCapture(x: XConnection, outlines: Hideable): CaptureProvider {
  // Kept for the life of the connection: from then on covered windows keep their pixels.
  const redirected = redirectWindows(x);
  return {
    async screen(region) {
      const visible = intersect(region, screenBounds(x));
      if (!visible) throw new AppError('invalid_region', `Nothing of ${formatRect(region)} is on the screen.`);
      const pixels = await outlines.whileHidden(() => readImage(x, x.root, visible));
      return encodePng(pixels);
    },

    async window(window) {
      if (window.state === 'minimized') throw new AppError('invalid_region', 'A minimised window has no picture.');
      await redirected;
      return encodePng(await readWindow(x, window, outlines));
    },
  };
}

/**
 * Lets the server keep every top-level window in its own buffer, as a compositor would. Without it, what other windows
 * cover is black. A running compositor has done the same already; both live side by side.
 */
async function redirectWindows(x: XConnection): Promise<void> {
  const composite = await x.extension('composite');
  if (!composite) return;
  composite.RedirectSubwindows(x.root, composite.Redirect.Automatic);
  await x.sync();
}

async function readWindow(x: XConnection, window: WindowInfo, outlines: Hideable): Promise<Pixels> {
  const topLevel = await topLevelOf(x, parseWindowId(window.id));
  const [geometry, origin] = await Promise.all([
    x.ask<{ width: number; height: number }>((client, done) => client.GetGeometry(topLevel, done)),
    x.ask<{ destX: number; destY: number }>((client, done) =>
      client.TranslateCoordinates(topLevel, x.root, 0, 0, done),
    ),
  ]);
  const { bounds } = window;
  const wanted = { ...bounds, x: bounds.x - origin.destX, y: bounds.y - origin.destY };
  const inside = intersect(wanted, { x: 0, y: 0, width: geometry.width, height: geometry.height });
  if (!inside) throw new AppError('invalid_region', `The window has no pixels at ${formatRect(bounds)}.`);
  try {
    return await readImage(x, topLevel, inside);
  } catch (error) {
    if (!(error instanceof XFailure) || error.errorNumber !== badMatch) throw error;
    return readFromScreen(x, bounds, outlines);
  }
}

/** Where the server has no Composite extension: what of the window can be seen. */
async function readFromScreen(x: XConnection, bounds: Rect, outlines: Hideable): Promise<Pixels> {
  const visible = intersect(bounds, screenBounds(x));
  if (!visible) throw new AppError('invalid_region', `Nothing of ${formatRect(bounds)} is on the screen.`);
  return outlines.whileHidden(() => readImage(x, x.root, visible));
}
