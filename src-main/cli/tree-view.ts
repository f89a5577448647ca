import type { ControlType, TreeNode } from '#contract/model/element';
import { hasState } from '#contract/model/element';

export const treeViews = ['raw', 'control', 'content'] as const;
export type TreeView = (typeof treeViews)[number];

/** They arrange others and mean nothing by themselves when they have no name. */
const layout = new Set<ControlType>(['Custom', 'Group', 'Pane']);

/**
 * A tree as UI Automation's three views show it: `raw` everything, `control` without nameless layout, `content` only what
 * says or holds something. What is left out gives its children to its parent; the root always stays.
 */
export function viewOf(root: TreeNode, view: TreeView): TreeNode {
  if (view === 'raw') return root;
  const keeps = view === 'control' ? isControl : isContent;
  return { ...root, ...(root.children && { children: root.children.flatMap((child) => prune(child, keeps)) }) };
}

function prune(node: TreeNode, keeps: (node: TreeNode) => boolean): readonly TreeNode[] {
  const children = node.children?.flatMap((child) => prune(child, keeps));
  if (keeps(node)) return [children ? { ...node, children } : node];
  return children ?? [];
}

function isControl(node: TreeNode): boolean {
  return !layout.has(node.controlType) || node.name !== '' || node.automationId !== '';
}

function isContent(node: TreeNode): boolean {
  return node.name !== '' || (node.value !== null && node.value !== '') || hasState(node, 'editable');
}
