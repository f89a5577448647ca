import type { ElementNode, TreeNode } from '../../src-preload/contract/model/elements/element.ts';
import { contains, center } from '../../src-preload/contract/model/geometry.ts';
import type { WindowInfo } from '../../src-preload/contract/model/windows/window.ts';

/** Visible elements without children, in tree order. */
export function visibleLeaves(root: TreeNode, window: WindowInfo): readonly ElementNode[] {
  const all = [root, ...below(root)];
  return all.filter(({ children, bounds, states }) => {
    if ((children ?? []).length > 0 || !bounds || !states.includes('visible') || states.includes('offscreen'))
      return false;
    return contains(window.contentBounds, center(bounds));
  });
}

/** Up to `count` items, evenly spread over the list. */
export function spread<T>(list: readonly T[], count: number): readonly T[] {
  if (list.length <= count) return list;
  return list.filter(
    (_, index) => Math.floor((index * count) / list.length) !== Math.floor(((index - 1) * count) / list.length),
  );
}

function below(node: TreeNode): TreeNode[] {
  return (node.children ?? []).flatMap((child) => [child, ...below(child)]);
}
