import { expect, test } from 'vitest';
import type { Point } from '#contract/model/geometry';
import type { Grey } from '../../picture/ink.ts';
import { matchPicture } from './match-picture.ts';

const never = new AbortController().signal;

/** Reproducible noise: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function noise(width: number, height: number, seed: number): Grey {
  let state = seed;
  const values = Uint8Array.from({ length: width * height }, () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
  return { width, height, values };
}

/** Blocks of noise, as large as strokes of letters. */
function blocks(width: number, height: number, seed: number): Grey {
  const small = noise(Math.ceil(width / 3), Math.ceil(height / 3), seed);
  const values = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      values[y * width + x] = small.values[Math.floor(y / 3) * small.width + Math.floor(x / 3)] ?? 0;
    }
  return { width, height, values };
}

function even(width: number, height: number, value = 200): Grey {
  return { width, height, values: new Uint8Array(width * height).fill(value) };
}

/** Draws pictures into an image and returns the image. */
function holding(image: Grey, ...drawn: readonly (readonly [Grey, Point])[]): Grey {
  const values = image.values.slice();
  for (const [picture, at] of drawn)
    for (let y = 0; y < picture.height; y++) {
      const row = picture.values.subarray(y * picture.width, (y + 1) * picture.width);
      values.set(row, (at.y + y) * image.width + at.x);
    }
  return { ...image, values };
}

function lighter(picture: Grey, by: number): Grey {
  return { ...picture, values: picture.values.map((value) => Math.min(255, value / 2 + by)) };
}

const icon = blocks(30, 20, 7);

test.each([
  { x: 0, y: 0 },
  { x: 101, y: 53 },
  { x: 270, y: 180 },
])('finds a picture at the exact pixel %j', async (at) => {
  const [best, ...others] = await matchPicture(holding(even(300, 200), [icon, at]), icon, never);
  expect(best).toMatchObject(at);
  expect(best?.score).toBeCloseTo(1, 5);
  expect(others.every(({ score }) => score < 0.9)).toBe(true);
});

test('finds each of several, and slightly different ones as less alike', async () => {
  const other = holding(icon, [blocks(9, 9, 3), { x: 3, y: 6 }]);
  const image = holding(
    even(300, 200),
    [icon, { x: 20, y: 30 }],
    [other, { x: 140, y: 30 }],
    [icon, { x: 20, y: 140 }],
  );
  const found = await matchPicture(image, icon, never);
  const same = found.filter(({ score }) => score > 0.99);
  expect(same.map(({ x, y }) => [x, y]).sort((a, b) => (a[1] ?? 0) - (b[1] ?? 0))).toEqual([
    [20, 30],
    [20, 140],
  ]);
  const changed = found.find(({ x }) => x === 140);
  expect(changed?.score).toBeGreaterThan(0.5);
  expect(changed?.score).toBeLessThan(0.9);
});

test('ignores overall brightness, but not inversion', async () => {
  const negative = { ...icon, values: icon.values.map((value) => 255 - value) };
  const image = holding(even(300, 200), [lighter(icon, 90), { x: 50, y: 60 }], [negative, { x: 180, y: 60 }]);
  const [best, ...others] = await matchPicture(image, icon, never);
  expect(best).toMatchObject({ x: 50, y: 60 });
  expect(best?.score).toBeGreaterThan(0.98);
  expect(others.filter(({ score }) => score > 0.6)).toEqual([]);
});

test('finds nothing in noise', async () => {
  const found = await matchPicture(blocks(400, 300, 99), icon, never);
  expect(found.filter(({ score }) => score > 0.75)).toEqual([]);
});

test('finds nothing in an image that is plain or smaller than the picture', async () => {
  expect(await matchPicture(even(20, 20), icon, never)).toEqual([]);
  expect(await matchPicture(even(200, 100), icon, never)).toEqual([]);
});

test('stops when cancelled', async () => {
  const stopped = AbortSignal.abort();
  await expect(matchPicture(blocks(1_600, 1_000, 5), icon, stopped)).rejects.toMatchObject({ code: 'cancelled' });
});
