import { createCanvas, loadImage } from '@napi-rs/canvas';
import { pixelsOf } from '../picture/canvas.ts';
import type { Point } from '#contract/model/geometry';

export interface ReadPicture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue. */
  at(point: Point): readonly [number, number, number];
}

/** Decodes a picture. */
export async function readPicture(bytes: Uint8Array): Promise<ReadPicture> {
  const image = await loadImage(Buffer.from(bytes));
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  const { width, height, rgba } = pixelsOf(canvas);
  const at = ({ x, y }: Point) => {
    const [r = 0, g = 0, b = 0] = rgba.subarray((y * width + x) * 4);
    return [r, g, b] as const;
  };
  return { width, height, at };
}
