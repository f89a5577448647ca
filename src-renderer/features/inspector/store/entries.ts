import type { ElementId, ElementNode, TreeNode, TreeSnapshot } from '#contract/model/elements/element';
import type { TreeDiff } from '#contract/model/elements/tree-look';

/** How many children are read at a time; a tree holds no more of one container, see `Engine.children`. */
export const pageSize = 1_000;

/** When something was read that no look at the window reports. */
export interface Seen {
  /** The sequence of the look that was the last when it was asked for. */
  readonly since: number | null;
  /** When it was answered, in milliseconds since the epoch. */
  readonly at: number;
}

/** A node of the tree as far as it was read. `children` is null if nobody looked yet. */
export interface Entry {
  readonly node: ElementNode;
  readonly parent: ElementId | null;
  readonly children: readonly ElementId[] | null;
  /** Children beyond those that were read. */
  readonly hasMore: boolean;
  /** Null if the looks report it: then it is as old as the picture. */
  readonly seen: Seen | null;
}

export type Entries = ReadonlyMap<ElementId, Entry>;

/** All nodes of a tree by their id. */
export function entriesOf(root: TreeNode): Entries {
  const entries = new Map<ElementId, Entry>();
  const add = ({ children, ...node }: TreeNode, parent: ElementId | null) => {
    const known = children ?? (node.childCount === 0 ? [] : null);
    entries.set(node.id, {
      node,
      parent,
      children: known?.map(({ id }) => id) ?? null,
      hasMore: endsEarly(known, known?.length ?? 0, node),
      seen: null,
    });
    for (const child of children ?? []) add(child, node.id);
  };
  add(root, null);
  return entries;
}

/** The entries with a page of one node's children as they are now; what was known below them stays known. */
export function withChildren(
  entries: Entries,
  parent: ElementId,
  page: readonly ElementNode[],
  seen: Seen,
  offset = 0,
): Entries {
  const entry = entries.get(parent);
  if (!entry) return entries;
  const next = new Map(entries);
  const before = (entry.children ?? []).slice(0, offset);
  const children = [...new Set([...before, ...page.map(({ id }) => id)])];
  next.set(parent, { ...entry, children, hasMore: endsEarly(page, offset + page.length, entry.node) });
  for (const node of page) {
    const { children: grandchildren = node.childCount === 0 ? [] : null, hasMore = false } = entries.get(node.id) ?? {};
    next.set(node.id, { node, parent, children: grandchildren, hasMore, seen });
  }
  return next;
}

/** The entries as they are after a change; what is in the tree no more is not an entry any more. */
export function withDiff(entries: Entries, { rows, lists }: TreeDiff, root: ElementId | null): Entries {
  const next = new Map(entries);
  for (const node of rows) {
    const { parent = null, children = node.childCount === 0 ? [] : null, hasMore = false } = next.get(node.id) ?? {};
    next.set(node.id, { node, parent, children, hasMore, seen: null });
  }
  for (const { of, children } of lists) {
    const entry = next.get(of);
    if (!entry) continue;
    next.set(of, { ...entry, children, hasMore: endsEarly(children, children?.length ?? 0, entry.node) });
    for (const id of children ?? []) {
      const child = next.get(id);
      if (child && child.parent !== of) next.set(id, { ...child, parent: of });
    }
  }
  return lists.length === 0 || root === null ? next : reachable(next, root);
}

function reachable(entries: Entries, root: ElementId): Entries {
  const found = new Map<ElementId, Entry>();
  const visit = (id: ElementId) => {
    const entry = entries.get(id);
    if (!entry || found.has(id)) return;
    found.set(id, entry);
    entry.children?.forEach(visit);
  };
  visit(root);
  return found;
}

/** A full page that ends before the container claims that it does. */
function endsEarly(page: readonly unknown[] | null | undefined, end: number, { childCount }: ElementNode): boolean {
  return page !== null && page !== undefined && page.length >= pageSize && end < childCount;
}

/** How many elements the tree has as far as anyone knows; `+` if there are more. */
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
