import type { TreeNode } from '#contract/model/elements/element';

export interface Cut {
  readonly root: TreeNode;
  readonly nodeCount: number;
  readonly truncated: 'nodes' | 'depth' | null;
}

/**
 * The tree cut to depth and number of nodes, level by level, so that deep nodes never displace those near the root. A tree that
 * fits is returned unchanged.
 */
export function cutTree(root: TreeNode, limits: { readonly depth: number; readonly maxNodes: number }): Cut {
  const size = sizeOf(root);
  if (size.nodes <= limits.maxNodes && size.depth <= limits.depth) {
    return { root, nodeCount: size.nodes, truncated: null };
  }
  return cutLevels(root, limits);
}

interface Size {
  readonly nodes: number;
  /** Levels below the node. */
  readonly depth: number;
}

const leaf: Size = { nodes: 1, depth: 0 };
/** Nodes are immutable, and consecutive reads of a window mostly return the same ones. */
const sizes = new WeakMap<TreeNode, Size>();

function sizeOf(node: TreeNode): Size {
  const { children = [] } = node;
  if (children.length === 0) return leaf;
  const known = sizes.get(node);
  if (known) return known;
  let [nodes, depth] = [1, 0];
  for (const child of children) {
    const below = sizeOf(child);
    nodes += below.nodes;
    depth = Math.max(depth, below.depth + 1);
  }
  const size = { nodes, depth };
  sizes.set(node, size);
  return size;
}

function cutLevels(root: TreeNode, limits: { readonly depth: number; readonly maxNodes: number }): Cut {
  const kept = new Set<TreeNode>();
  let truncated: Cut['truncated'] = null;
  let level: readonly TreeNode[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    const taken = level.slice(0, Math.max(0, limits.maxNodes - kept.size));
    if (taken.length < level.length) truncated ??= 'nodes';
    for (const node of taken) kept.add(node);
    const next = taken.flatMap((node) => node.children ?? []);
    if (depth < limits.depth) level = next;
    else {
      if (next.length > 0) truncated ??= 'depth';
      break;
    }
  }
  return { root: truncated === null ? root : copy(root, kept), nodeCount: kept.size, truncated };
}

/** A node without its children keeps their number. */
function copy(node: TreeNode, kept: ReadonlySet<TreeNode>): TreeNode {
  const { children, ...row } = node;
  if (children === undefined) return node;
  const below = children.filter((child) => kept.has(child)).map((child) => copy(child, kept));
  return children.length > 0 && below.length === 0 ? row : { ...row, children: below };
}
