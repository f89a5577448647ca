import type { ControlType, TreeNode } from '#contract/model/elements/element';

/** The tree with nothing but these types below its root; what is inside of others moves up. */
export function ofTypes(root: TreeNode, types: readonly ControlType[]): TreeNode {
  return leavingOut(root, ({ controlType }) => !types.includes(controlType));
}

/** The tree without some elements below its root; what is inside of them moves up. */
export function leavingOut(root: TreeNode, isOut: (node: TreeNode) => boolean): TreeNode {
  const { children, ...row } = root;
  return children ? { ...row, children: children.flatMap((child) => kept(child, isOut)) } : root;
}

function kept(node: TreeNode, isOut: (node: TreeNode) => boolean): readonly TreeNode[] {
  if (!isOut(node)) return [leavingOut(node, isOut)];
  return (node.children ?? []).flatMap((child) => kept(child, isOut));
}
