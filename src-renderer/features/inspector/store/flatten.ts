import { describeElement, type ElementId } from '#contract/model/element';
import type { TreeRow } from '../../../ui/tree/tree-row.ts';
import type { Entries } from './entries.ts';

/** The visible rows of the tree, top to bottom. An expanded node whose children were not read yet shows none. */
export function flatten(
  entries: Entries,
  root: ElementId | null,
  expanded: ReadonlySet<ElementId>,
): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (id: ElementId, level: number, position: number, siblings: number) => {
    const entry = entries.get(id);
    if (!entry) return;
    const { node, parent, children } = entry;
    const open = expanded.has(id);
    const leaf = children === null ? node.childCount === 0 : children.length === 0;
    const label = node.name || describeElement(node);
    rows.push({ id, level, position, siblings, parent, label, expanded: leaf ? null : open });
    if (open) children?.forEach((child, index) => add(child, level + 1, index + 1, children.length));
  };
  if (root !== null) add(root, 1, 1, 1);
  return rows;
}
