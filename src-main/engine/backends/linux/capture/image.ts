import type { XImage } from 'x11';
import type { Rect } from '#contract/model/geometry';
import type { XConnection } from '../x11/connection.ts';
import type { Pixels } from './png.ts';

const zPixmap = 2;
const allPlanes = 0xffffffff;

/**
 * Reads the pixels of a drawable. `region` is relative to it and must lie inside.
 * @throws XFailure BadMatch where a part of it has no pixels, e.g. because the window is minimised
 */
export async function readImage(x: XConnection, drawable: number, region: Rect): Promise<Pixels> {
  const { width, height } = region;
  const image = await x.ask<XImage>((client, done) =>
    client.GetImage(zPixmap, drawable, region.x, region.y, width, height, allPlanes, done),
  );
  return { width, height, rgba: toRgba(image, width * height) };
}

/** Servers of today send 32 bits a pixel as blue, green, red and, at depth 32, premultiplied alpha. */
function toRgba(image: XImage, count: number): Buffer {
  const source = image.data;
  const rgba = Buffer.allocUnsafe(count * 4);
  const hasAlpha = image.depth === 32;
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = hasAlpha ? (source[at + 3] ?? 255) : 255;
    rgba[at] = straight(source[at + 2] ?? 0, alpha);
    rgba[at + 1] = straight(source[at + 1] ?? 0, alpha);
    rgba[at + 2] = straight(source[at] ?? 0, alpha);
    rgba[at + 3] = alpha;
  }
  return rgba;
}

function straight(value: number, alpha: number): number {
  return alpha === 255 || alpha === 0 ? value : Math.min(255, Math.round((value * 255) / alpha));
}
