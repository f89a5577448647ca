import type { RawNode } from '../backend.ts';
import { descend } from './walk.ts';

const known = new WeakMap<RawNode, boolean>();

/** Whether only a part of the tree was read. Cached, since nodes are immutable. */
export function isPart(root: RawNode): boolean {
  const before = known.get(root);
  if (before !== undefined) return before;
  const found = hasMore(root);
  known.set(root, found);
  return found;
}

function hasMore(root: RawNode): boolean {
  for (const { more } of descend(root)) if (more) return true;
  return false;
}

/** The nodes of a path, each with the next as its only child. */
export function chained(path: readonly RawNode[]): readonly RawNode[] {
  return path.reduceRight<readonly RawNode[]>((below, node) => {
    const [next] = below;
    return [next ? { ...node, children: [next], childCount: 1, more: true } : node, ...below];
  }, []);
}
