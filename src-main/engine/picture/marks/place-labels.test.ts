import { describe, expect, it } from 'vitest';
import { intersect, sameRect, type Point, type Rect } from '#contract/model/geometry';
import { labelSize } from '../encode.ts';
import { placeLabels, type Labelled, busynessOf } from './place-labels.ts';

const picture = { x: 0, y: 0, width: 800, height: 600 };

describe('labels placed on random windows', () => {
  const windows = Array.from({ length: 60 }, (_, seed) => ({ seed, items: randomItems(seed) }));

  it.each(windows)('never overlap, stay in the picture, and touch their boxes (seed $seed)', ({ items }) => {
    const labels = placed(items, placeLabels(picture, items));
    labels.forEach(({ box, at }, index) => {
      expect(intersect(at, picture)).toEqual(at);
      expect(intersect(grown(box), at)).not.toBeNull();
      for (const other of labels.slice(index + 1)) expect(intersect(at, other.at)).toBeNull();
    });
  });

  it.each(windows)('are deterministic (seed $seed)', ({ items }) => {
    expect(placeLabels(picture, items)).toEqual(placeLabels(picture, items));
  });

  it('are rarely missing', () => {
    const places = windows.flatMap(({ items }) => placeLabels(picture, items));
    expect(places.filter((place) => place === null).length).toBeLessThan(places.length / 100);
  });
});

describe('a label', () => {
  it('is above its box, at the left', () => {
    const [place] = placeLabels(picture, [item({ x: 100, y: 100, width: 80, height: 30 })]);
    expect(place).toEqual({ x: 100, y: 100 - labelSize(1).height });
  });

  it('is beside its box at the top of the picture', () => {
    const [place] = placeLabels(picture, [item({ x: 100, y: 0, width: 80, height: 30 })]);
    expect(place).toEqual({ x: 100 - labelSize(1).width, y: 0 });
  });

  it('is inside a box as large as the picture', () => {
    expect(placeLabels(picture, [item(picture)])).toEqual([{ x: 0, y: 0 }]);
  });

  it('hides no other control if there is room', () => {
    const rows = Array.from({ length: 12 }, (_, row) => item({ x: 60, y: row * 25, width: 300, height: 25 }, row));
    for (const { at } of placed(rows, placeLabels(picture, rows))) {
      for (const { box } of rows) expect(intersect(at, box)).toBeNull();
    }
  });

  it('hides a large control rather than a small one', () => {
    const surface = item({ x: 0, y: 0, width: 800, height: 600 }, 1);
    const tools = Array.from({ length: 10 }, (_, index) =>
      item({ x: index * 40, y: 40, width: 40, height: 40 }, index),
    );
    const items = [surface, ...tools];
    for (const { at } of placed(items, placeLabels(picture, items))) {
      expect(tools.filter(({ box }) => intersect(box, at))).toEqual([]);
    }
  });

  it('is missing without room', () => {
    expect(placeLabels({ x: 0, y: 0, width: 8, height: 8 }, [item({ x: 0, y: 0, width: 8, height: 8 })])).toEqual([
      null,
    ]);
    expect(placeLabels(picture, [item({ x: 900, y: 10, width: 50, height: 20 })])).toEqual([null]);
  });

  it('does not overlap that of a box at the same place', () => {
    const box = { x: 300, y: 300, width: 10, height: 10 };
    const [a, b] = placed([item(box), item(box)], placeLabels(picture, [item(box), item(box)]));
    expect(a && b && sameRect(a.at, b.at)).toBe(false);
  });
});

function item(box: Rect, label = 1): Labelled {
  return { box, label: labelSize(label) };
}

function placed(items: readonly Labelled[], places: readonly (Point | null)[]): { box: Rect; at: Rect }[] {
  return items.flatMap(({ box, label }, index) => {
    const place = places[index];
    return place ? [{ box, at: { ...place, ...label } }] : [];
  });
}

/** Grown by one pixel on every side, so that boxes with a common edge overlap. */
function grown({ x, y, width, height }: Rect): Rect {
  return { x: x - 1, y: y - 1, width: width + 2, height: height + 2 };
}

/** Rows of tools, lists, nested and scattered boxes, as in real windows. */
function randomItems(seed: number): readonly Labelled[] {
  const next = randomNumbers(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return Array.from({ length: 5 + below(70) }, (_, index) => {
    const large = next() < 0.1;
    const [width, height] = large ? [100 + below(400), 100 + below(300)] : [6 + below(120), 6 + below(34)];
    return item({ x: below(picture.width - width), y: below(picture.height - height), width, height }, index);
  });
}

/** A linear congruential generator (https://en.wikipedia.org/wiki/Linear_congruential_generator, Numerical Recipes). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

it('counts changes of brightness in any part of a picture', () => {
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

/** White, with black columns at every other pixel in the first `stripes`. */
function striped(width: number, height: number, stripes: number) {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < stripes; x += 2) rgba.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  }
  return { width, height, rgba, opaque: true };
}
