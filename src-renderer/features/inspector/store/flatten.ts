import { describeElement, type ElementId } from '#contract/model/elements/element';
import { elementId } from '#contract/model/schemas/element';
import type { TreeRow } from '../../../ui/tree/tree-row.ts';
import type { Entries } from './entries.ts';

const moreSuffix = '|more';

/** What a row stands for by its id: an element, or with `more` the next children of one. */
export function rowOf(row: string): { readonly element: ElementId; readonly more: boolean } {
  const more = row.endsWith(moreSuffix);
  return { element: elementId.parse(more ? row.slice(0, -moreSuffix.length) : row), more };
}

/** The visible rows of the tree, top to bottom. An expanded node whose children were not read yet shows none. */
export function flatten(
  entries: Entries,
  root: ElementId | null,
  expanded: ReadonlySet<ElementId>,
): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (id: ElementId, level: number, position: number, ofSiblings: number) => {
    const entry = entries.get(id);
    if (!entry) return;
    const { node, parent, children, hasMore } = entry;
    const open = expanded.has(id);
    const leaf = children === null ? node.childCount === 0 : children.length === 0;
    const label = node.name || describeElement(node);
    rows.push({ id, level, position, siblings: ofSiblings, parent, label, expanded: leaf ? null : open });
    if (!open || children === null) return;
    const siblings = children.length + (hasMore ? 1 : 0);
    children.forEach((child, index) => add(child, level + 1, index + 1, siblings));
    if (hasMore) {
      const place = { level: level + 1, position: siblings, siblings, parent: id };
      rows.push({ id: `${id}${moreSuffix}`, ...place, label: 'Show more', expanded: null });
    }
  };
  if (root !== null) add(root, 1, 1, 1);
  return rows;
}
