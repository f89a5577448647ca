import { expect, it } from 'vitest';
import { summarize } from './statistics.ts';

it('takes the middle of an odd number of samples', () => {
  expect(summarize([30, 1, 200])).toEqual({ count: 3, median: 30, minimum: 1, maximum: 200 });
});

it('takes the mean of the middle two of an even number', () => {
  expect(summarize([4, 1, 2, 100]).median).toBe(3);
});

it('leaves the samples unchanged', () => {
  const samples = [3, 1, 2];
  summarize(samples);
  expect(samples).toEqual([3, 1, 2]);
});

it('throws for an empty list', () => {
  expect(() => summarize([])).toThrow(RangeError);
});
