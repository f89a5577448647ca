import { expect, it } from 'vitest';
import { fromScreen, onScreen, PartsElsewhere } from './elsewhere.ts';
import { placeOf } from './place.ts';
import type { PartOffset } from './offset.ts';

const pixels = { scale: 0.5, shift: { x: 640, y: 0 } };
const place = { x: 1360, y: 160, width: 640, height: 480 };

it('converts XWayland pixels to screen pixels, and back', () => {
  const there = placeOf(place, onScreen({ x: 0, y: 0 }, pixels));
  expect(there).toEqual({ x: 1320, y: 80, width: 320, height: 240 });
  expect(fromScreen(there!, pixels)).toEqual(place);
  // An app that draws at twice the size counts in half as many pixels.
  expect(placeOf({ x: 680, y: 80, width: 320, height: 240 }, onScreen({ x: 0, y: 0, scale: 2 }, pixels))).toEqual(
    there,
  );
});

it.each<[PartOffset | null, PartOffset | null]>([
  [
    { x: 20, y: 40 },
    { x: 650, y: 20, scale: 0.5 },
  ],
  ['nowhere', 'nowhere'],
  [null, null],
])('converts offsets of parts as well: %j', async (own, expected) => {
  const parts = new PartsElsewhere({ offsetOf: () => Promise.resolve(own) }, pixels);
  expect(await parts.offsetOf({ bus: ':1.1', path: '/a' }, new AbortController().signal)).toEqual(expected);
});
