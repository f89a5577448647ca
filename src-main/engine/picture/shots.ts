import type { Canvas } from '@napi-rs/canvas';
import { AppError } from '#contract/errors';
import type { Rect } from '#contract/model/geometry';
import type { Picture } from '#contract/model/picture';
import type { Operation } from '../operation.ts';
import { toCanvas } from './canvas.ts';
import { shoot, type Shot } from './shoot.ts';

/** Eight megabytes each where the screen is of the usual size. */
const keptShots = 8;
const keptMs = 30_000;
/** Small pictures are looked at for where, not for what. */
const thumbnailQuality = 75;

interface Kept {
  readonly shot: Shot;
  readonly timer: NodeJS.Timeout;
}

/** Pixels in memory until someone has the time to make pictures of them. */
export class Shots {
  readonly #kept = new Map<string, Kept>();
  #last = 0;

  keep(shot: Shot): string {
    const id = String(++this.#last);
    const timer = setTimeout(() => this.#kept.delete(id), keptMs).unref();
    this.#kept.set(id, { shot, timer });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptShots && oldest !== undefined) this.take(oldest);
    return id;
  }

  /** Hands them over: they are kept no longer. */
  take(id: string): Shot | undefined {
    const kept = this.#kept.get(id);
    clearTimeout(kept?.timer);
    this.#kept.delete(id);
    return kept?.shot;
  }

  clear(): void {
    for (const id of [...this.#kept.keys()]) this.take(id);
  }
}

export const snap: Operation<'snap'> = async (context, { target }) => {
  const shot = await shoot(context, target);
  return { shot: context.shots.keep(shot), bounds: shot.bounds, note: shot.note };
};

/** Painting, scaling and encoding are the library's and happen in its threads: the engine goes on meanwhile. */
export const encodeShot: Operation<'encodeShot'> = async ({ shots }, { shot: id, cover, thumbnailWidth }) => {
  const shot = shots.take(id);
  if (!shot) throw new AppError('not_found', 'These pixels are not kept any more.');
  const { pixels, bounds, note } = shot;
  const whole = await toCanvas(pixels);
  paintOver(whole, cover, bounds);
  const small = await shrink(whole, Math.min(thumbnailWidth, pixels.width));
  const about = (canvas: Canvas, mimeType: Picture['mimeType']) => {
    return { mimeType, bounds, scale: canvas.width / bounds.width, note };
  };
  const [png, jpeg] = await Promise.all([whole.encode('png'), small.encode('jpeg', thumbnailQuality)]);
  return {
    picture: { bytes: png, ...about(whole, 'image/png') },
    thumbnail: { bytes: jpeg, ...about(small, 'image/jpeg') },
  };
};

function paintOver(canvas: Canvas, cover: readonly Rect[], bounds: Rect): void {
  const context = canvas.getContext('2d');
  context.fillStyle = '#000000';
  for (const { x, y, width, height } of cover) context.fillRect(x - bounds.x, y - bounds.y, width, height);
}

async function shrink(canvas: Canvas, width: number): Promise<Canvas> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const small = createCanvas(width, Math.max(1, Math.round((canvas.height * width) / canvas.width)));
  const context = small.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, small.width, small.height);
  return small;
}
