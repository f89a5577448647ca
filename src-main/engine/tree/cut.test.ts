import { describe, expect, it } from 'vitest';
import type { TreeNode } from '#contract/model/elements/element';
import { node } from '../testing/node.ts';
import { cutTree } from './cut.ts';
import { toTreeNode } from './to-node.ts';

const tree = toTreeNode(
  '0x1',
  node('Window', 'w', [
    node('Pane', 'a', [node('Button', 'a1', [node('Text', 'a11')]), node('Button', 'a2')]),
    node('Pane', 'b', [node('Button', 'b1')]),
  ]),
);
const outline = ({ name, children }: TreeNode): string =>
  children ? `${name}(${children.map(outline).join(' ')})` : name;

describe('cutTree', () => {
  it('returns a tree that fits unchanged', () => {
    expect(cutTree(tree, { depth: 3, maxNodes: 7 })).toEqual({ root: tree, nodeCount: 7, truncated: null });
  });

  it.each([
    [{ depth: 1, maxNodes: 99 }, 'w(a b)', 3, 'depth'],
    [{ depth: 0, maxNodes: 99 }, 'w', 1, 'depth'],
    [{ depth: 9, maxNodes: 4 }, 'w(a(a1) b)', 4, 'nodes'],
    [{ depth: 1, maxNodes: 2 }, 'w(a)', 2, 'nodes'],
  ] as const)('keeps nodes near the root: %j', (limits, shown, nodeCount, truncated) => {
    const cut = cutTree(tree, limits);
    expect(outline(cut.root)).toBe(shown);
    expect(cut).toMatchObject({ nodeCount, truncated });
  });

  it('keeps the number of children', () => {
    expect(cutTree(tree, { depth: 0, maxNodes: 9 }).root.childCount).toBe(2);
  });
});
