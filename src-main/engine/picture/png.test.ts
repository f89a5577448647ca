import { inflateSync } from 'node:zlib';
import { loadImage, createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { encodePng } from './png.ts';

async function decoded(png: Uint8Array): Promise<{ width: number; height: number; rgba: number[] }> {
  const image = await loadImage(Buffer.from(png));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return { width: image.width, height: image.height, rgba: [...data] };
}

describe('PNG', () => {
  it('is decoded unchanged by another decoder, opaque and with alpha', async () => {
    for (const alpha of [255, 128]) {
      const rgba = Buffer.from([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, alpha]);
      const found = await decoded(await encodePng({ width: 2, height: 2, rgba, opaque: alpha === 255 }));
      expect(found).toEqual({ width: 2, height: 2, rgba: [...rgba] });
    }
  });

  it('is decoded unchanged where rows repeat, from bytes at any offset', async () => {
    const row = [9, 8, 7, 255, 6, 5, 4, 255];
    const rgba = new Uint8Array(new ArrayBuffer(4 * row.length + 1), 1);
    rgba.set([...row, ...row, 1, 2, 3, 255, 6, 5, 4, 255, ...row]);
    for (const opaque of [true, false]) {
      const found = await decoded(await encodePng({ width: 2, height: 4, rgba, opaque }));
      expect(found).toEqual({ width: 2, height: 4, rgba: [...rgba] });
    }
  });

  it('omits the alpha channel of opaque pictures', async () => {
    const png = Buffer.from(await encodePng({ width: 1, height: 1, rgba: Buffer.from([1, 2, 3, 255]), opaque: true }));
    const at = png.indexOf('IDAT') + 4;
    const length = png.readUInt32BE(at - 8);
    expect([...inflateSync(png.subarray(at, at + length))]).toEqual([0, 1, 2, 3]);
  });
});
