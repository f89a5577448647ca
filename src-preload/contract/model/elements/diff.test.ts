import { expect, it } from 'vitest';
import { applyDiff, diffLists } from './diff.ts';

interface Item {
  readonly id: string;
  readonly text: string;
}
const same = (a: Item, b: Item) => a.text === b.text;
const items = (...pairs: string[]): Item[] => pairs.map((pair) => ({ id: pair.charAt(0), text: pair }));

it.each([
  ['an addition', items('a1'), items('a1', 'b1')],
  ['a removal', items('a1', 'b1'), items('b1')],
  ['a change', items('a1', 'b1'), items('a2', 'b1')],
  ['another order', items('a1', 'b1', 'c1'), items('c1', 'a1', 'b1')],
  ['everything at once', items('a1', 'b1', 'c1'), items('d1', 'c2', 'a1')],
  ['an empty list', items('a1'), []],
])('carries %s over', (_, before, after) => {
  const diff = diffLists(before, after, 8, same);
  expect(diff && applyDiff({ sequence: 7, items: before }, diff)).toEqual({ sequence: 8, items: after });
});

it('is null if nothing changed', () => expect(diffLists(items('a1'), items('a1'), 1, same)).toBeNull());

it('does not apply over a gap', () => {
  const diff = diffLists([], items('a1'), 9, same);
  expect(diff && applyDiff({ sequence: 7, items: [] }, diff)).toBeNull();
});
