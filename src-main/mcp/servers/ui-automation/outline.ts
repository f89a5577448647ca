import type { TreeNode } from '#contract/model/element';
import type { ToolSession } from '../../tool-session.ts';
import { lineOf } from './line.ts';

export interface Row {
  readonly id: string;
  readonly line: string;
}

/** A tree as text: a line per element, indented by its depth. What was not read below one is counted. */
export function outline(session: ToolSession, root: TreeNode): string {
  return [...rowsOf(session, root)].map(({ line }) => line).join('\n');
}

export function* rowsOf(session: ToolSession, node: TreeNode, depth = 0): Generator<Row> {
  const unread = node.children === undefined && node.childCount > 0 ? ` … ${node.childCount} inside` : '';
  yield { id: node.id, line: `${'  '.repeat(depth)}${lineOf(session, node)}${unread}` };
  for (const child of node.children ?? []) yield* rowsOf(session, child, depth + 1);
}
