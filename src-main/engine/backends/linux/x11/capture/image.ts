import type { XImage } from 'x11';
import type { Rect } from '#contract/model/geometry';
import type { Pixels } from '../../../../backend.ts';
import { toOpaqueRgba } from '../../../../picture/opaque-rgba.ts';
import type { XConnection } from '../display/connection.ts';

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
  const data = image.data.subarray(0, width * height * 4);
  const opaque = image.depth !== 32 || isOpaque(data);
  return { width, height, rgba: toRgba(data, !opaque), opaque };
}

/**
 * Servers of today send 32 bits a pixel as blue, green, red and, at depth 32, alpha with which the colours are
 * multiplied already.
 */
export function toRgba(bgra: Uint8Array, hasAlpha: boolean): Uint8Array {
  // A copy, because words must be aligned and the answer's bytes may not be.
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
