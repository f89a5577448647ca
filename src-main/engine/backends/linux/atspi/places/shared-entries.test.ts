import { expect, it } from 'vitest';
import { stackedPlaces } from './shared-entries.ts';

const around = { x: 100, y: 200, width: 180, height: 79 };
const own = (y: number, height = 25) => ({ isOwn: true, place: { x: 101, y, width: 178, height } });
const shared = { isOwn: false, place: { x: 0, y: 129, width: 375, height: 25 } };
const hidden = { isOwn: false, place: null };

it('an entry that tells the place of another menu is below the one before it', () => {
  const places = stackedPlaces([own(201), shared, own(251, 2), hidden, shared], { ...around, height: 79 });
  expect(places?.map((place) => place && [place.x, place.y, place.width, place.height])).toEqual([
    [101, 201, 178, 25],
    [101, 226, 178, 25],
    [101, 251, 178, 2],
    null,
    [101, 253, 178, 25],
  ]);
});

it('a menu of such entries alone fills its popup', () => {
  expect(stackedPlaces([shared, shared, shared], around)?.[2]).toEqual({ x: 101, y: 252, width: 178, height: 25 });
});

it('is unknown in a menu that is not a single column of them', () => {
  expect(stackedPlaces([own(201), shared, own(201)], around)).toBeNull();
  expect(stackedPlaces([own(201), shared, shared, shared, shared], around)).toBeNull();
  expect(stackedPlaces([own(201), shared], { ...around, height: 200 })).toBeNull();
});
