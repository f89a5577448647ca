import { describe, expect, it } from 'vitest';
import { targetIndex } from './use-drag-order.ts';

describe('where a dragged row lands', () => {
  const ids = ['a', 'b', 'c', 'd'];
  it.each([
    ['a', 'c', false, 1],
    ['a', 'c', true, 2],
    ['a', 'd', true, 3],
    ['d', 'a', false, 0],
    ['c', 'b', true, 2],
    ['b', 'b', true, 1],
  ])('%s dropped on %s, after: %s', (dragged, id, after, index) => {
    expect(targetIndex(ids, dragged, { id, after })).toBe(index);
  });
});
