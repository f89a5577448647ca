import type { RawNode } from '../backend.ts';

/**
 * The path to an element that was not read with the rest of its tree, in a tree that has it: from the root, which is its
 * first node. Null where the chain begins elsewhere.
 * @param chain of nodes from the root down to the element
 */
export function graft(root: RawNode, chain: readonly RawNode[]): readonly [RawNode, ...RawNode[]] | null {
  const [first, ...below] = chain;
  return first?.runtimeId === root.runtimeId ? grown(root, below) : null;
}

function grown(node: RawNode, [next, ...further]: readonly RawNode[]): readonly [RawNode, ...RawNode[]] {
  if (!next) return [node];
  const known = node.children?.find(({ runtimeId }) => runtimeId === next.runtimeId);
  const below = grown(further.length > 0 && known ? known : next, further);
  return [withChild(node, below[0]), ...below];
}

/** In the place of the child with the same id, or behind the others. */
function withChild(parent: RawNode, child: RawNode): RawNode {
  const others = parent.children ?? [];
  const isKnown = others.some(({ runtimeId }) => runtimeId === child.runtimeId);
  const children = isKnown
    ? others.map((other) => (other.runtimeId === child.runtimeId ? child : other))
    : [...others, child];
  return { ...parent, children };
}
