import type { ElementId, ElementNode, TreeNode, TreeSnapshot } from '#contract/model/element';

/** A node of the tree as far as it was read. `children` is null where nobody looked yet. */
export interface Entry {
  readonly node: ElementNode;
  readonly parent: ElementId | null;
  readonly children: readonly ElementId[] | null;
}

export type Entries = ReadonlyMap<ElementId, Entry>;

/** All nodes of a tree by their id. */
export function entriesOf(root: TreeNode): Entries {
  const entries = new Map<ElementId, Entry>();
  const add = ({ children, ...node }: TreeNode, parent: ElementId | null) => {
    const known = children ?? (node.childCount === 0 ? [] : null);
    entries.set(node.id, { node, parent, children: known?.map(({ id }) => id) ?? null });
    for (const child of children ?? []) add(child, node.id);
  };
  add(root, null);
  return entries;
}

/** The entries with the children of one node as they are now; what was known below them stays known. */
export function withChildren(entries: Entries, parent: ElementId, children: readonly ElementNode[]): Entries {
  const entry = entries.get(parent);
  if (!entry) return entries;
  const next = new Map(entries);
  next.set(parent, { ...entry, children: children.map(({ id }) => id) });
  for (const node of children) {
    const grandchildren = entries.get(node.id)?.children ?? (node.childCount === 0 ? [] : null);
    next.set(node.id, { node, parent, children: grandchildren });
  }
  return next;
}

/** How many elements the tree has as far as anyone knows; `+` where there are more. */
export function elementCount(entries: Entries, info: Pick<TreeSnapshot, 'nodeCount' | 'truncated'>): string {
  const unread = [...entries.values()].some(({ children }) => children === null);
  const known = Math.max(info.nodeCount, entries.size).toLocaleString('en');
  return unread || info.truncated === 'nodes' || info.truncated === 'time' ? `${known}+` : known;
}

/** From the root down to the node, without it. */
export function ancestorsOf(entries: Entries, id: ElementId): readonly ElementId[] {
  const path: ElementId[] = [];
  for (let parent = entries.get(id)?.parent; parent; parent = entries.get(parent)?.parent) path.unshift(parent);
  return path;
}
