import { hasState, type TreeNode } from '#contract/model/elements/element';

/**
 * What a person reads in an element and below it, in tree order. What is hidden is left out, and a text that repeats the
 * one around it, as the label in a button does. What is shown in something hidden counts: GTK has a page inside its tab,
 * and a single tab is not shown.
 */
export function textsOf(node: TreeNode, around: readonly string[] = []): readonly string[] {
  return textsIn(node, [node.name, node.value ?? ''], around);
}

function textsIn(node: TreeNode, said: readonly string[], around: readonly string[]): readonly string[] {
  const own = said.map((text) => text.trim()).filter((text) => text !== '');
  const reported = [...new Set(own)].filter((text) => !around.includes(text));
  const outer = own.length > 0 ? own : around;
  const below = (node.children ?? []).flatMap((child) =>
    hasState(child, 'visible') ? textsOf(child, outer) : textsIn(child, [], outer),
  );
  return [...reported, ...below];
}
