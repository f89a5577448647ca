import { describe, expect, it } from 'vitest';
import { ancestorsOf, entriesOf, pageSize, withChildren } from './entries.ts';
import { flatten, rowOf } from './tree-slice.ts';
import { smallestAt } from './picture-slice.ts';
import { bare, idOf, node } from './test-tree.ts';

const tree = node('root', [node('a', [node('a1'), node('a2', null)]), node('b')]);

const seen = { since: 1, at: 0 };

describe('entries', () => {
  it('know which nodes were read', () => {
    const entries = entriesOf(tree);
    expect(entries.get(idOf('a2'))?.children).toBeNull();
    expect(entries.get(idOf('a1'))?.children).toEqual([]);
    expect(ancestorsOf(entries, idOf('a1'))).toEqual([idOf('root'), idOf('a')]);
  });

  it('keep known descendants of children that are read again', () => {
    const entries = withChildren(entriesOf(tree), idOf('root'), [bare(node('c')), bare(node('a', null))], seen);
    expect(entries.get(idOf('root'))?.children).toEqual([idOf('c'), idOf('a')]);
    expect(entries.get(idOf('a'))?.children).toEqual([idOf('a1'), idOf('a2')]);
  });

  it('ignore children of an unknown node', () => {
    const entries = entriesOf(tree);
    expect(withChildren(entries, idOf('x'), [], seen)).toBe(entries);
  });
});

describe('pages', () => {
  const full = Array.from({ length: pageSize }, (_, i) => node(`row ${i}`));
  const table = { ...node('table', full), childCount: 2_500 };
  const id = idOf('table');

  it('end in a row for the rest', () => {
    const rows = flatten(entriesOf(table), id, new Set([id]));
    expect(rows).toHaveLength(1 + pageSize + 1);
    expect(rowOf(rows.at(-1)!.id)).toEqual({ element: id, more: true });
    expect(rowOf(rows[0]!.id)).toEqual({ element: id, more: false });
  });

  it('follow one another until complete', () => {
    const next = Array.from({ length: 500 }, (_, i) => bare(node(`next ${i}`)));
    const entries = withChildren(entriesOf(table), id, next, seen, pageSize);
    expect(entries.get(id)).toMatchObject({ hasMore: false });
    expect(entries.get(id)?.children).toHaveLength(1_500);
  });
});

describe('flatten', () => {
  it('shows expanded nodes with level, position and number of siblings', () => {
    const rows = flatten(entriesOf(tree), idOf('root'), new Set([idOf('root'), idOf('a')]));
    const short = rows.map(({ label, level, position, siblings, expanded }) => [
      label,
      level,
      position,
      siblings,
      expanded,
    ]);
    expect(short).toEqual([
      ['root', 1, 1, 1, true],
      ['a', 2, 1, 2, true],
      ['a1', 3, 1, 2, null],
      ['a2', 3, 2, 2, false],
      ['b', 2, 2, 2, null],
    ]);
  });

  it('hides descendants of a collapsed node, and has no rows without a root', () => {
    expect(flatten(entriesOf(tree), idOf('root'), new Set())).toHaveLength(1);
    expect(flatten(new Map(), null, new Set())).toEqual([]);
  });

  it('flattens 10,000 rows', () => {
    const many = entriesOf(
      node(
        'root',
        Array.from({ length: 10_000 }, (_, i) => node(`row ${i}`)),
      ),
    );
    expect(flatten(many, idOf('root'), new Set([idOf('root')]))).toHaveLength(10_001);
  });
});

describe('smallestAt', () => {
  const box = (x: number, size: number) => ({ x, y: 0, width: size, height: size });
  const hidden = { ...node('hidden', [], box(10, 5)), states: ['offscreen' as const] };
  const boxes = entriesOf(
    node('root', [node('big', [node('small', [], box(10, 20))], box(0, 100)), hidden], box(0, 100)),
  );

  it('finds the smallest box around the point, the deeper of two equal ones, and no hidden one', () => {
    expect(smallestAt(boxes, { x: 12, y: 2 })).toBe(idOf('small'));
    expect(smallestAt(boxes, { x: 90, y: 90 })).toBe(idOf('big'));
    expect(smallestAt(boxes, { x: 200, y: 0 })).toBeNull();
  });
});
