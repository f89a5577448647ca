import { z } from 'zod';
import type { TreeNode } from '#contract/model/elements/element';
import { sameRect } from '#contract/model/geometry';
import { blobName } from '#contract/model/runs/blob-name';
import { treeRow, type TreeChange, type TreeRow } from '#contract/model/runs/trace';

/** A tree as a list in document order, or with `base` what differs from that one. */
export const storedTree = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key'), rows: z.array(treeRow) }),
  z.object({
    kind: z.literal('delta'),
    base: blobName,
    removed: z.array(z.string()),
    changed: z.array(treeRow),
    /** Each stands behind the row named, or first if none is. */
    added: z.array(z.object({ behind: z.string().nullable(), row: treeRow })),
  }),
]);
export type StoredTree = Readonly<z.output<typeof storedTree>>;
export type TreeDelta = Extract<StoredTree, { readonly kind: 'delta' }>;

/** The first `limit` nodes of a tree. Values of those that `hidden` names are left out. */
export function toRows(root: TreeNode, limit: number, hidden: (node: TreeNode) => boolean): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (node: TreeNode, parent: string | null, depth: number) => {
    if (rows.length >= limit) return;
    const { id, controlType, role, name, automationId, states, bounds } = node;
    const value = hidden(node) ? null : node.value;
    rows.push({ id, parent, depth, controlType, role, name, automationId, value, states: [...states], bounds });
    for (const child of node.children ?? []) visit(child, id, depth + 1);
  };
  visit(root, null, 0);
  return rows;
}

/** What leads from `base` to `rows`; null if rows changed their order, which a delta cannot report. */
export function deltaBetween(
  base: readonly TreeRow[],
  rows: readonly TreeRow[],
): Omit<TreeDelta, 'kind' | 'base'> | null {
  const old = new Map(base.map((row) => [row.id, row]));
  const fresh = new Set(rows.map(({ id }) => id));
  // Rows of the same id twice, as broken apps have them, cannot be distinguished.
  if (old.size !== base.length || fresh.size !== rows.length) return null;
  const kept = base.filter(({ id }) => fresh.has(id));
  const stayed = rows.filter(({ id }) => old.has(id));
  if (stayed.some(({ id }, index) => id !== kept[index]?.id)) return null;
  return {
    removed: base.filter(({ id }) => !fresh.has(id)).map(({ id }) => id),
    changed: stayed.filter((row) => !sameRow(row, old.get(row.id))),
    added: rows.flatMap((row, index) => (old.has(row.id) ? [] : { behind: rows[index - 1]?.id ?? null, row })),
  };
}

export function applyDelta(base: readonly TreeRow[], { removed, changed, added }: Omit<TreeDelta, 'kind'>): TreeRow[] {
  const gone = new Set(removed);
  const changes = new Map(changed.map((row) => [row.id, row]));
  const behind = new Map<string | null, TreeRow>(added.map((one) => [one.behind, one.row]));
  const rows: TreeRow[] = [];
  const addBehind = (id: string | null) => {
    for (let next = behind.get(id); next && rows.length < base.length + added.length; next = behind.get(next.id))
      rows.push(next);
  };
  addBehind(null);
  for (const row of base) {
    if (gone.has(row.id)) continue;
    rows.push(changes.get(row.id) ?? row);
    addBehind(row.id);
  }
  return rows;
}

/** What a person sees of the difference. */
export function changeBetween(before: readonly TreeRow[], after: readonly TreeRow[]): TreeChange {
  const old = new Map(before.map((row) => [row.id, row]));
  const fresh = new Set(after.map(({ id }) => id));
  return {
    added: after.filter(({ id }) => !old.has(id)),
    removed: before.filter(({ id }) => !fresh.has(id)),
    changed: after.flatMap((row) => {
      const known = old.get(row.id);
      return known && !sameRow(row, known) ? [{ before: known, after: row }] : [];
    }),
  };
}

function sameRow(a: TreeRow, b: TreeRow | undefined): boolean {
  if (!b) return false;
  const plain = (['parent', 'controlType', 'role', 'name', 'automationId', 'value'] as const).every(
    (key) => a[key] === b[key],
  );
  const place = a.bounds && b.bounds ? sameRect(a.bounds, b.bounds) : a.bounds === b.bounds;
  return plain && place && a.states.length === b.states.length && a.states.every((state) => b.states.includes(state));
}
