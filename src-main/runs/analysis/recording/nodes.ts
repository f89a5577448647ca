import { sameRect, type Rect } from '#contract/model/geometry';
import type { StepTarget } from '#contract/model/recordings/recording';
import type { TreeRow } from '#contract/model/runs/trace';
import type { RawNode } from '../../../engine/backend.ts';
import { rankSelectors } from '../../../engine/selectors/rank.ts';
import { descend, pathTo } from '../../../engine/tree/walk.ts';

/** A stored tree as the engine knows trees; null for one without rows. */
export function treeOf(rows: readonly TreeRow[]): RawNode | null {
  const children = new Map<string | null, TreeRow[]>();
  for (const row of rows) {
    const siblings = children.get(row.parent);
    if (siblings) siblings.push(row);
    else children.set(row.parent, [row]);
  }
  const [root] = children.get(null) ?? [];
  return root ? nodeOf(root, children) : null;
}

function nodeOf(row: TreeRow, children: ReadonlyMap<string | null, readonly TreeRow[]>): RawNode {
  const { id, parent: _, depth: __, ...said } = row;
  const below = (children.get(id) ?? []).map((child) => nodeOf(child, children));
  return { ...said, runtimeId: id, description: '', childCount: below.length, children: below };
}

/** The innermost element that lay exactly there; one of that name before others. */
export function nodeAt(root: RawNode, bounds: Rect, name: string): RawNode | null {
  const there = [...descend(root)].filter((node) => node.bounds !== null && sameRect(node.bounds, bounds));
  return there.filter((node) => node.name === name).at(-1) ?? there.at(-1) ?? null;
}

/** As a step keeps it: with selectors that each match it alone in the tree that it was in. */
export function targetOf(root: RawNode, node: RawNode): StepTarget {
  const path = pathTo(root, node.runtimeId) ?? [node];
  const selectors = [...rankSelectors({ root, target: node, path })];
  return { controlType: node.controlType, name: node.name, selectors, bounds: node.bounds };
}
