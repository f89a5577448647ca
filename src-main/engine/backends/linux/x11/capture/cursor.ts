import type { Point } from '#contract/model/geometry';
import type { Pixels } from '../../../../backend.ts';
import type { XConnection } from '../display/connection.ts';
import type { CursorImage } from '../display/extensions.ts';
import { toRgba } from './image.ts';

/** How the mouse pointer looks now, and where its top left is; null where the server does not tell. */
export async function readCursor(x: XConnection): Promise<{ readonly pixels: Pixels; readonly at: Point } | null> {
  const fixes = await x.extension('fixes');
  if (!fixes) return null;
  const image = await x.ask<CursorImage>((_, done) => fixes.GetCursorImage(done));
  const { width, height, cursorImage } = image;
  if (width === 0 || height === 0) return null;
  const pixels = { width, height, rgba: toRgba(cursorImage, true), opaque: false };
  return { pixels, at: { x: image.x - image.xhot, y: image.y - image.yhot } };
}
