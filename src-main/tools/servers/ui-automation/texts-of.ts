import { hasState, type TreeNode } from '#contract/model/element';

/**
 * What a person reads in an element and below it, in tree order. What is hidden is left out, and a text that repeats the
 * one around it, as the label in a button does.
 */
export function textsOf(node: TreeNode, around: readonly string[] = []): readonly string[] {
  const own = [node.name, node.value ?? ''].map((text) => text.trim()).filter((text) => text !== '');
  const reported = [...new Set(own)].filter((text) => !around.includes(text));
  const children = (node.children ?? []).filter((child) => hasState(child, 'visible'));
  return [...reported, ...children.flatMap((child) => textsOf(child, own.length > 0 ? own : around))];
}
