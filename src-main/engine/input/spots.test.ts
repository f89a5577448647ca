import { expect, test } from 'vitest';
import { contains, intersect, type Rect } from '#contract/model/geometry';
import { Spots, without } from './spots.ts';

const whole: Rect = { x: 100, y: 200, width: 90, height: 30 };

test('the rest of a rectangle is all of it except the other, once', () => {
  for (const part of [
    { x: 120, y: 210, width: 20, height: 10 },
    { x: 0, y: 0, width: 110, height: 210 },
    { x: 180, y: 190, width: 50, height: 90 },
    { x: 100, y: 205, width: 90, height: 5 },
  ]) {
    const left = without(whole, part);
    for (let x = whole.x; x < whole.x + whole.width; x++)
      for (let y = whole.y; y < whole.y + whole.height; y++) {
        const at = { x, y };
        expect(left.filter((rect) => contains(rect, at)).length).toBe(contains(part, at) ? 0 : 1);
      }
  }
  expect(without(whole, { x: 0, y: 0, width: 5, height: 5 })).toEqual([whole]);
  expect(without(whole, whole)).toEqual([]);
});

test('the wanted place comes first, then the widest free part, then none', () => {
  const spots = new Spots([whole]);
  const wanted = { x: 145, y: 215 };
  expect(spots.next(wanted)).toEqual(wanted);
  spots.takeAway(wanted, { x: 130, y: 200, width: 60, height: 30 });
  expect(spots.next(wanted)).toEqual({ x: 115, y: 215 });
  spots.takeAway({ x: 115, y: 215 }, whole);
  expect(spots.next(wanted)).toBeNull();
});

test('a cover that is larger than reported grows until it reaches the point where it was found', () => {
  const spots = new Spots([whole]);
  const cover = { x: 140, y: 200, width: 50, height: 30 };
  spots.takeAway({ x: 145, y: 215 }, cover);
  spots.takeAway({ x: 120, y: 215 }, cover);
  const next = spots.next({ x: 145, y: 215 });
  expect(next?.x).toBeLessThan(120);
});

test('places with an unknown cover run out too', () => {
  const spots = new Spots([whole]);
  let tries = 0;
  for (let at = spots.next({ x: 145, y: 215 }); at; at = spots.next({ x: 145, y: 215 })) {
    expect(intersect(whole, { ...at, width: 1, height: 1 })).not.toBeNull();
    spots.takeAway(at, null);
    expect(tries++).toBeLessThan(1_000);
  }
});
