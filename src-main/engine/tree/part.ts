import type { RawNode } from '../backend.ts';
import { descend } from './walk.ts';

const known = new WeakMap<RawNode, boolean>();

/** Whether only a part of what is below it was read. Nodes never change, so this is found out once. */
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

/** From the root down, each in the one before it, as if nothing else were there. */
export function chained(path: readonly RawNode[]): readonly RawNode[] {
  return path.reduceRight<readonly RawNode[]>((below, node) => {
    const [next] = below;
    return [next ? { ...node, children: [next], childCount: 1, more: true } : node, ...below];
  }, []);
}
