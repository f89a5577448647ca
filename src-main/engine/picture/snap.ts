import type { Canvas } from '@napi-rs/canvas';
import type { Picture } from '#contract/model/picture';
import type { Rect } from '#contract/model/geometry';
import { AppError } from '#contract/errors';
import type { Operation, EngineContext } from '../operations/operation.ts';
import { drawnOver, shootAsSeen } from './shoot.ts';
import { toCanvas } from './canvas.ts';
import { encodePicture } from './encode.ts';
import type { Shot } from './shots.ts';

/** Thumbnails show where something is, not details. */
const thumbnailQuality = 75;

export const snap: Operation<'snap'> = async (context, { target, lasting = false }) => {
  const { shots } = context;
  const shot = await shootAsSeen(context, target);
  const id = shots.keep(shot, lasting);
  return { shot: id, bounds: shot.bounds, note: shot.note, ...(lasting && { lastingBytes: shots.lastingBytes }) };
};

/** Painting, scaling and encoding run in the library's threads, so the engine is not blocked. */
export const encodeShot: Operation<'encodeShot'> = async ({ shots }, { shot: id, cover, thumbnailWidth }) => {
  const shot = shots.take(id);
  if (!shot) throw new AppError('not_found', 'The pixels are no longer available.');
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

export const capture: Operation<'capture'> = async (context, { target, options = {}, marks = [] }) => {
  const shot = await shootAsSeen(context, target);
  return encodePicture(options.cursor ? await withCursor(context, shot) : shot, options, marks);
};

async function withCursor({ backend }: EngineContext, shot: Shot): Promise<Shot> {
  const cursor = await backend.capture.cursor();
  return cursor ? drawnOver(shot, cursor) : shot;
}
