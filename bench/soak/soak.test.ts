import { expect, it } from 'vitest';
import { pictureOf } from './picture.ts';
import { grows, growthOf, type Sample } from './samples.ts';

const run = (of: (index: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 40 }, (_, index) => ({ at: index * 5, memory: 100, descriptors: 30, ...of(index) }));

it('tells growth from caches that fill at first, and from what comes and goes', () => {
  const isGrowing = (of: (index: number) => Partial<Sample>) => grows(growthOf(run(of)), 3_600);
  expect(isGrowing((index) => ({ memory: Math.min(100, 40 + index * 6) }))).toBe(false);
  expect(isGrowing((index) => ({ memory: 100 + (index % 2) * 30, descriptors: 30 + (index % 5) }))).toBe(false);
  expect(isGrowing((index) => ({ memory: 100 + index }))).toBe(true);
  expect(isGrowing((index) => ({ descriptors: 30 + Math.floor(index / 4) }))).toBe(true);
});

it('draws each line within its panel', () => {
  const lines = [
    {
      name: 'a <b>',
      points: [
        [0, 0],
        [10, 50],
      ] as const,
    },
    {
      name: 'c',
      points: [
        [0, 100],
        [10, 100],
      ] as const,
    },
  ];
  const picture = pictureOf([{ title: 'Memory', lines }], 10);
  expect(picture).toContain('points="60.0,270.0 1020.0,160.0"');
  expect(picture).toContain('points="60.0,50.0 1020.0,50.0"');
  expect(picture).toContain('a &#60;b&#62;: 50');
});
