import type { TreeNode } from '#contract/model/elements/element';
import type { Place } from '../../../answers/tree-part.ts';
import { lineOf, type LineContext } from './line.ts';

export interface Row {
  readonly id: string;
  readonly line: string;
}

/** A line for an element, indented by its depth. What was not read below it is counted. */
export function rowOf(context: LineContext, { node, depth }: Place<TreeNode>, text?: string): Row {
  const unread = node.children === undefined && node.childCount > 0 ? ` … ${node.childCount} inside` : '';
  return { id: node.id, line: `${'  '.repeat(depth)}${lineOf(context, node, text)}${unread}` };
}
