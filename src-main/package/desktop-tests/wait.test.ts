import { expect, it } from 'vitest';
import { isOver } from './wait.ts';

it('gives up at the deadline, and on a slow machine not before the third look', () => {
  const [past, future] = [Date.now() - 1, Date.now() + 60_000];
  expect([1, 2, 3, 9].map((looks) => isOver(past, looks))).toEqual([false, false, true, true]);
  expect(isOver(future, 9)).toBe(false);
});
