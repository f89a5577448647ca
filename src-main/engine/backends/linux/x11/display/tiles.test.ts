import { expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import { Tiles } from './tiles.ts';

const [width, height] = [100, 70];
const whole = { x: 0, y: 0, width, height };

function picture(): {
  readonly pixels: Uint32Array;
  readonly set: (x: number, y: number, value: number) => void;
} {
  const pixels = new Uint32Array(width * height).fill(0xff_ee_dd);
  return { pixels, set: (x, y, value) => void (pixels[y * width + x] = value) };
}

function part(pixels: Uint32Array, { x, y, width: across, height: down }: Rect): Uint32Array {
  const rows = Array.from({ length: down }, (_, row) =>
    pixels.subarray((y + row) * width + x, (y + row) * width + x + across),
  );
  return Uint32Array.from(rows.flatMap((row) => [...row]));
}

it('everything has changed at first, and nothing at an equal picture', () => {
  const { pixels } = picture();
  const tiles = new Tiles(width, height);
  expect(tiles.update(whole, pixels)).toEqual([whole]);
  expect(tiles.update(whole, pixels)).toEqual([]);
});

it.each([0, 7, 15, 23, 31])('finds a changed bit %d in two neighbouring pixels, and in the last tiles', (bit) => {
  const { pixels, set } = picture();
  const tiles = new Tiles(width, height);
  tiles.update(whole, pixels);
  const value = (0xff_ee_dd ^ (1 << bit)) >>> 0;
  set(20, 20, value);
  set(21, 20, value);
  set(99, 69, value);
  expect(tiles.update(whole, pixels)).toEqual([
    { x: 16, y: 16, width: 16, height: 16 },
    { x: 96, y: 64, width: 4, height: 6 },
  ]);
});

it('joins neighbouring tiles, and compares a part with the same part of before', () => {
  const { pixels, set } = picture();
  const tiles = new Tiles(width, height);
  tiles.update(whole, pixels);
  for (const y of [17, 33]) for (const x of [17, 33]) set(x, y, 1);
  const region = tiles.covering({ x: 20, y: 20, width: 20, height: 3 });
  expect(region).toEqual({ x: 16, y: 16, width: 32, height: 16 });
  expect(tiles.update(region ?? whole, part(pixels, region ?? whole))).toEqual([region]);
  expect(tiles.update(whole, pixels)).toEqual([{ x: 16, y: 32, width: 32, height: 16 }]);
  set(17, 17, 2);
  set(17, 33, 2);
  expect(tiles.update(whole, pixels)).toEqual([{ x: 16, y: 16, width: 16, height: 32 }]);
  expect(tiles.covering({ x: 90, y: 60, width: 50, height: 50 })).toEqual({ x: 80, y: 48, width: 20, height: 22 });
  expect(tiles.covering({ x: 100, y: 0, width: 5, height: 5 })).toBeNull();
});

it('lists no more areas than elements can be compared with', () => {
  const size = 16 * 32;
  const pixels = new Uint32Array(size * size);
  const tiles = new Tiles(size, size);
  const all = { x: 0, y: 0, width: size, height: size };
  tiles.update(all, pixels);
  for (let y = 0; y < size; y += 16) for (let x = (y / 16) % 2 ? 16 : 0; x < size; x += 32) pixels[y * size + x] = 1;
  expect(tiles.update(all, pixels)).toBeNull();
  expect(tiles.update(all, pixels)).toEqual([]);
});
