import { describe, expect, it } from 'vitest';
import { treeIntent } from './tree-hooks.ts';
import type { TreeRow } from './tree-row-view.tsx';
import { createTypeAhead } from '../list/list-keys.ts';

const row = (id: string, parent: string | null, expanded: boolean | null): TreeRow => {
  return { id, parent, expanded, level: parent ? 2 : 1, position: 1, siblings: 1, label: id };
};
const rows = [
  row('a', null, true),
  row('a1', 'a', null),
  row('a2', 'a', false),
  row('a3', 'a', false),
  row('b', null, false),
];

describe('treeIntent', () => {
  it.each([
    ['ArrowDown', 0, { type: 'focus', index: 1 }],
    ['ArrowDown', 4, { type: 'focus', index: 4 }],
    ['ArrowUp', 0, { type: 'focus', index: 0 }],
    ['Home', 3, { type: 'focus', index: 0 }],
    ['End', 0, { type: 'focus', index: 4 }],
    ['PageDown', 1, { type: 'focus', index: 3 }],
    ['ArrowRight', 0, { type: 'focus', index: 1 }],
    ['ArrowRight', 1, null],
    ['ArrowRight', 2, { type: 'expand', id: 'a2' }],
    ['ArrowLeft', 0, { type: 'collapse', id: 'a' }],
    ['ArrowLeft', 2, { type: 'focus', index: 0 }],
    ['ArrowLeft', 4, null],
    ['Enter', 2, { type: 'select', id: 'a2' }],
    ['*', 1, { type: 'expandSiblings', ids: ['a2', 'a3'] }],
    ['x', 1, null],
  ])('%s on row %i', (key, index, intent) => {
    expect(treeIntent(key, rows, index, 2)).toEqual(intent);
  });
});

describe('type-ahead', () => {
  const labels = ['Open', 'Save', 'Save as', 'Quit', 'Send'];

  it('narrows with further typing, and restarts after a pause', () => {
    let time = 0;
    const find = createTypeAhead(() => time);
    expect(find('s', labels, 0)).toBe(1);
    expect(find('e', labels, 1)).toBe(4);
    time = 1000;
    expect(find('q', labels, 4)).toBe(3);
  });

  it('cycles with the same letter, and reports when nothing matches', () => {
    const find = createTypeAhead(() => 0);
    expect(find('s', labels, 0)).toBe(1);
    expect(find('s', labels, 1)).toBe(2);
    expect(find('s', labels, 2)).toBe(4);
    expect(find('s', labels, 4)).toBe(1);
    expect(find('z', labels, 1)).toBeNull();
  });
});
