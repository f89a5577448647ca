import { expect, it } from 'vitest';
import { busynessOf } from './busyness.ts';

it('counts where brightness changes, in any part of a picture', () => {
  const busy = busynessOf(striped(40, 20, 10));
  expect(busy({ x: 20, y: 0, width: 20, height: 20 })).toBe(0);
  expect(busy({ x: 0, y: 0, width: 10, height: 10 })).toBeGreaterThan(0.8);
  expect(busy({ x: 5, y: 5, width: 10, height: 10 })).toBeCloseTo(busy({ x: 0, y: 0, width: 10, height: 10 }) / 2, 1);
});

it('finds nothing outside the picture', () => {
  const busy = busynessOf(striped(40, 20, 40));
  expect(busy({ x: -50, y: -50, width: 20, height: 20 })).toBe(0);
  expect(busy({ x: 60, y: 0, width: 20, height: 20 })).toBe(0);
});

/** White, with black columns every other pixel in the first `stripes` ones. */
function striped(width: number, height: number, stripes: number) {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < stripes; x += 2) rgba.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  }
  return { width, height, rgba, opaque: true };
}
