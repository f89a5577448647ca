import type { RawNode } from '../../../../backend.ts';

const indices = new WeakMap<RawNode, ReadonlyMap<string, RawNode>>();

/** The node of a tree by its id; indexes the tree on first use. */
export function nodeIn(root: RawNode, runtimeId: string): RawNode | null {
  let index = indices.get(root);
  if (!index) {
    index = indexOf(root);
    indices.set(root, index);
  }
  return index.get(runtimeId) ?? null;
}

/** The node and every descendant that was read. */
export function countNodes(root: RawNode): number {
  return (root.children ?? []).reduce((sum, child) => sum + countNodes(child), 1);
}

function indexOf(root: RawNode): ReadonlyMap<string, RawNode> {
  const index = new Map<string, RawNode>();
  const coming = [root];
  for (let node = coming.pop(); node; node = coming.pop()) {
    index.set(node.runtimeId, node);
    if (node.children) coming.push(...node.children);
  }
  return index;
}
