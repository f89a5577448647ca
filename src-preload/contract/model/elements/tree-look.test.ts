import { describe, expect, it } from 'vitest';
import type { TreeNode } from './element.ts';
import { comesIntoView, diffTrees, samePlaces } from './tree-look.ts';

const at = (x: number) => ({ x, y: 0, width: 10, height: 10 });

function node(name: string, children?: readonly TreeNode[], x = 0): TreeNode {
  return {
    id: `window:0x1|runtime:${name}`,
    controlType: 'Button',
    role: '',
    name,
    automationId: '',
    description: '',
    value: null,
    states: ['enabled'],
    bounds: at(x),
    childCount: children?.length ?? 0,
    ...(children && { children }),
  };
}

const id = (name: string) => `window:0x1|runtime:${name}`;

describe('the difference of two trees', () => {
  it('is null for equal trees, with or without shared parts', () => {
    const tree = node('root', [node('a'), node('b')]);
    expect(diffTrees(tree, tree)).toBeNull();
    expect(diffTrees(tree, structuredClone(tree))).toBeNull();
  });

  it('lists new and changed elements, and changed child lists', () => {
    const before = node('root', [node('a', [node('a1')]), node('b')]);
    const after = node('root', [node('b', undefined, 5), node('a', [node('a1'), node('a2', [])])]);
    const diff = diffTrees(before, after);
    expect(diff?.rows.map(({ name }) => name).sort()).toEqual(['a', 'a2', 'b']);
    expect(diff?.rows.some((row) => 'children' in row)).toBe(false);
    expect(diff?.lists).toEqual([
      { of: id('root'), children: [id('b'), id('a')] },
      { of: id('a'), children: [id('a1'), id('a2')] },
      { of: id('a2'), children: [] },
    ]);
  });

  it('reports children that are no longer read', () => {
    const { children: _, ...closed } = node('a', [node('a1')]);
    const diff = diffTrees(node('root', [node('a', [node('a1')])]), node('root', [closed]));
    expect(diff).toEqual({ rows: [], lists: [{ of: id('a'), children: null }] });
  });

  it('distinguishes a moved element from a renamed one', () => {
    const tree = node('root', [node('a')]);
    expect(samePlaces(tree, node('root', [{ ...node('a'), name: 'other' }]))).toBe(true);
    expect(samePlaces(tree, node('root', [node('a', undefined, 1)]))).toBe(false);
    expect(samePlaces(tree, node('root', []))).toBe(false);
    expect(samePlaces(tree, node('root', [node('b')]))).toBe(false);
  });
});

describe('what comes into view', () => {
  const frame = { x: 0, y: 0, width: 100, height: 100 };
  const shown = (name: string, x: number, children?: readonly TreeNode[]): TreeNode => ({
    ...node(name, children, x),
    states: ['visible'],
  });
  const before = shown('root', 0, [shown('a', 10), node('b'), shown('c', 200)]);
  const comes = (...children: readonly TreeNode[]) => comesIntoView(before, shown('root', 0, children), frame);

  it('is an element that moved, is new or was hidden', () => {
    expect(comes(shown('a', 20), node('b'), shown('c', 200))).toBe(true);
    expect(comes(shown('a', 10), node('b'), shown('c', 200), shown('d', 30))).toBe(true);
    expect(comes(shown('a', 10), shown('b', 0), shown('c', 200))).toBe(true);
  });

  it('is not an element that stays, goes, is hidden or lies beside the window', () => {
    expect(comes({ ...shown('a', 10), name: 'other' }, node('b'), shown('c', 200))).toBe(false);
    expect(comes(node('b', undefined, 50), shown('c', 300))).toBe(false);
  });
});
