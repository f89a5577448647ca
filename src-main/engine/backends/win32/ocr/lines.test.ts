import { expect, test } from 'vitest';
import { enlarge } from './lines.ts';

const picture = (width: number, height: number, pixels: readonly (readonly number[])[]) => ({
  width,
  height,
  rgba: Uint8Array.from(pixels.flatMap(([r = 0, g = 0, b = 0]) => [r, g, b, 0])),
  opaque: true,
});
const at = (of: NonNullable<ReturnType<typeof enlarge>>, x: number, y: number) => [
  ...of.bgra.subarray((y * of.width + x) * 4, (y * of.width + x + 1) * 4),
];

test('doubles a picture by interpolation, as BGRA without padding', () => {
  const wide = Array.from({ length: 30 * 30 }, (_, i) => (i % 30 === 0 ? [10, 20, 30] : [30, 60, 250]));
  const large = enlarge(picture(30, 30, wide), 10_000)!;
  expect([large.width, large.height, large.scale]).toEqual([60, 60, 2]);
  expect(at(large, 0, 0)).toEqual([30, 20, 10, 255]);
  expect(at(large, 1, 0)).toEqual([140, 40, 20, 255]);
  expect(at(large, 2, 1)).toEqual([250, 60, 30, 255]);
  expect(at(large, 59, 59)).toEqual([250, 60, 30, 255]);
});

test('extends a too small picture by its border pixels', () => {
  const small = enlarge(picture(2, 1, [[1], [9]]), 10_000)!;
  expect([small.width, small.height, small.scale]).toEqual([40, 40, 2]);
  expect(at(small, 0, 39)).toEqual([0, 0, 1, 255]);
  expect(at(small, 39, 39)).toEqual([0, 0, 9, 255]);
});

test('keeps a large picture unscaled, and refuses a too large one', () => {
  const pixels = Array.from({ length: 2100 }, () => [7]);
  expect(enlarge(picture(2100, 1, pixels), 10_000)).toMatchObject({ width: 2100, height: 40, scale: 1 });
  expect(enlarge(picture(2100, 1, pixels), 2600)).toMatchObject({ scale: 1 });
  expect(enlarge(picture(2100, 1, pixels), 2000)).toBeNull();
  expect(enlarge(picture(0, 0, []), 2000)).toBeNull();
});
