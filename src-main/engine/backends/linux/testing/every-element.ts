import type { TreeNode } from '#contract/model/elements/element';
import type { WindowId } from '#contract/model/windows/window';
import type { Engine } from '../../../engine.ts';

/**
 * Reads all details of the first `count` elements of a window, one by one.
 * @returns their number, and the failures with their reasons
 */
export async function readEach(
  engine: Engine,
  window: WindowId,
  count: number,
): Promise<{ readonly read: number; readonly failed: readonly string[] }> {
  const { root } = await engine.tree({ window });
  const nodes = inOrder(root).slice(0, count);
  const failed: string[] = [];
  for (const { id, role, name } of nodes) {
    await engine.details({ element: id }).catch((error: unknown) => {
      failed.push(`${role} “${name}”: ${String(error)}`);
    });
  }
  return { read: nodes.length, failed };
}

function inOrder(node: TreeNode): TreeNode[] {
  return [node, ...(node.children ?? []).flatMap(inOrder)];
}
