import type { ControlType, TreeNode } from '#contract/model/elements/element';
import type { TreeEntry } from '../../../answers/tree-part.ts';
import { lineOf, type LineContext } from './describe.ts';

/** The tree with only these types below its root; children of others move up. */
export function ofTypes(root: TreeNode, types: readonly ControlType[]): TreeNode {
  return leavingOut(root, ({ controlType }) => !types.includes(controlType));
}

/** The tree without some elements below its root; their children move up. */
export function leavingOut(root: TreeNode, isOut: (node: TreeNode) => boolean): TreeNode {
  const { children, ...row } = root;
  return children ? { ...row, children: children.flatMap((child) => kept(child, isOut)) } : root;
}

/** The text of omitted elements, by the containing element without name and value. */
export function textsLeftOut(root: TreeNode, isOut: (node: TreeNode) => boolean): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const visit = (node: TreeNode) => {
    if (node.name === '' && !node.value) {
      const words = wordsIn(node, isOut).join(' ');
      if (words) texts.set(node.id, words);
    }
    node.children?.forEach(visit);
  };
  visit(root);
  return texts;
}

/** Bullets are not words. */
const word = /[\p{L}\p{N}]/u;

function wordsIn(node: TreeNode, isOut: (node: TreeNode) => boolean): readonly string[] {
  return (node.children ?? []).filter(isOut).flatMap((child) => {
    const words = (child.name || child.value || '').trim();
    return word.test(words) ? [words] : wordsIn(child, isOut);
  });
}

function kept(node: TreeNode, isOut: (node: TreeNode) => boolean): readonly TreeNode[] {
  if (!isOut(node)) return [leavingOut(node, isOut)];
  return (node.children ?? []).flatMap((child) => kept(child, isOut));
}

export interface Row {
  readonly id: string;
  readonly line: string;
}

/** A line for an element, indented by its depth, with the number of unread children. */
export function rowOf(context: LineContext, { node, depth }: TreeEntry<TreeNode>, text?: string): Row {
  const unread = node.children === undefined && node.childCount > 0 ? ` … ${node.childCount} inside` : '';
  return { id: node.id, line: `${'  '.repeat(depth)}${lineOf(context, node, text)}${unread}` };
}
