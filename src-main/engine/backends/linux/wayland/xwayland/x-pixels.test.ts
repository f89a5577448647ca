import { expect, it } from 'vitest';
import { Layout } from '../layout.ts';
import { XPixels } from './x-pixels.ts';

const output = (x: number, width: number, scale: number) => {
  const logical = { x, y: 0, width, height: 400 };
  return { name: `at ${x}`, logical, scale, unit: 1, transform: 0, object: 1 };
};
const layout = new Layout([output(0, 640, 2), output(640, 1280, 1)]);
const place = { x: 100, y: 50, width: 20, height: 10 };

it.each([
  ['logical ones', 1920, { x: 200, y: 100, width: 40, height: 20 }, { x: 10, y: 20 }],
  ['as fine as the finest output', 3840, { x: 100, y: 50, width: 20, height: 10 }, { x: 20, y: 40 }],
  ['of a scale that no one sees exactly', 2401, { x: 160, y: 80, width: 32, height: 16 }, { x: 12, y: 25 }],
])('recognises XWayland pixels that are %s', async (_, right, onScreen, of10And20) => {
  const pixels = await XPixels.of({ right: () => Promise.resolve(right) }, layout);
  expect(pixels.toScreen(place)).toEqual(onScreen);
  expect(pixels.at({ x: 10, y: 20 })).toEqual(of10And20);
});
