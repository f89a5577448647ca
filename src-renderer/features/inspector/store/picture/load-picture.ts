import type { Picture as TakenPicture } from '#contract/model/picture';
import type { Picture } from '../state.ts';

/** A picture that is decoded already, so that it appears together with the boxes that belong to it. */
export async function loadPicture({
  bytes,
  bounds,
  scale,
}: Pick<TakenPicture, 'bytes' | 'bounds' | 'scale'>): Promise<Picture> {
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/png' }));
  // Stores run under Node too, which shows nothing.
  if ('Image' in globalThis) {
    const image = new Image();
    image.src = url;
    await image.decode().catch(() => undefined);
  }
  return { url, bounds, scale };
}
