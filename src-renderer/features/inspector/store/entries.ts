import type { ElementId, ElementNode, TreeNode, TreeSnapshot } from '#contract/model/elements/element';
import type { TreeDiff } from '#contract/model/elements/tree-look';

/** Page size for children; a tree holds no more of one container, see `Engine.children`. */
export const pageSize = 1_000;

/** When a node that no look reports was read. */
export interface Seen {
  /** Sequence of the last look before the request. */
  readonly since: number | null;
  /** Time of the answer, in milliseconds since the epoch. */
  readonly at: number;
}

/** A node of the tree as far as read. `children` is null if not read yet. */
export interface Entry {
  readonly node: ElementNode;
  readonly parent: ElementId | null;
  readonly children: readonly ElementId[] | null;
  /** Number of children beyond those read. */
  readonly hasMore: boolean;
  /** Null if the looks report the node: then it is as old as the picture. */
  readonly seen: Seen | null;
}

export type Entries = ReadonlyMap<ElementId, Entry>;

/** All nodes of a tree by id. */
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

/** The entries with a fresh page of one node's children; known descendants are kept. */
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

/** The entries after a change; nodes that left the tree are removed. */
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

/** A full page that ends before the container's reported count. */
function endsEarly(page: readonly unknown[] | null | undefined, end: number, { childCount }: ElementNode): boolean {
  return page !== null && page !== undefined && page.length >= pageSize && end < childCount;
}

/** The known number of elements in the tree; `+` if there are more. */
export function elementCount(entries: Entries, info: Pick<TreeSnapshot, 'nodeCount' | 'truncated'>): string {
  const unread = [...entries.values()].some(({ children }) => children === null);
  const known = Math.max(info.nodeCount, entries.size).toLocaleString('en');
  return unread || info.truncated === 'nodes' || info.truncated === 'time' ? `${known}+` : known;
}

/** From the root to the node, excluding it. */
export function ancestorsOf(entries: Entries, id: ElementId): readonly ElementId[] {
  const path: ElementId[] = [];
  for (let parent = entries.get(id)?.parent; parent; parent = entries.get(parent)?.parent) path.unshift(parent);
  return path;
}
