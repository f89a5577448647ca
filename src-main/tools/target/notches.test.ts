import { expect, it } from 'vitest';
import { Notches } from './notches.ts';

/** Turns until it is within 40 pixels of its goal. */
function turnsFor(offset: number, perNotch: number, most: number): readonly number[] {
  const pace = new Notches(most);
  const turns: number[] = [];
  for (let left = offset; Math.abs(left) > 40 && turns.length < 20;) {
    const notches = pace.next(left);
    turns.push(notches);
    left -= notches * perNotch;
  }
  return turns;
}

it.each([
  ['most of the way, once it knows a notch', 500, 50, 60, [1, 9]],
  ['up as down', -500, 50, 60, [-1, -9]],
  ['no more at once than it may', 1_000, 50, 8, [1, 8, 8, 3]],
  ['at least one', 60, 50, 60, [1]],
])('goes %s', (_, offset, perNotch, most, expected) => {
  expect(turnsFor(offset, perNotch, most)).toEqual(expected);
});

it('counts the turns without movement', () => {
  const pace = new Notches(60);
  expect([300, 300, 300, 200].map((offset) => [pace.next(offset), pace.stuck])).toEqual([
    [1, 0],
    [1, 1],
    [1, 2],
    [2, 0],
  ]);
  pace.forget();
  expect([pace.next(200), pace.stuck]).toEqual([1, 0]);
});
