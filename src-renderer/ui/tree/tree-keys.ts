import type { TreeRow } from './tree-row.ts';

export type TreeIntent =
  | { readonly type: 'focus'; readonly index: number }
  | { readonly type: 'expand' | 'collapse' | 'select'; readonly id: string }
  | { readonly type: 'expandSiblings'; readonly ids: readonly string[] };

/**
 * What a key does in a tree: https://www.w3.org/WAI/ARIA/apg/patterns/treeview/#keyboardinteraction
 * Null where it does nothing here.
 */
export function treeIntent(key: string, rows: readonly TreeRow[], index: number, page: number): TreeIntent | null {
  const row = rows[index];
  if (!row) return rows.length > 0 ? { type: 'focus', index: 0 } : null;
  switch (key) {
    case 'ArrowDown':
      return focus(rows, index + 1);
    case 'ArrowUp':
      return focus(rows, index - 1);
    case 'PageDown':
      return focus(rows, index + page);
    case 'PageUp':
      return focus(rows, index - page);
    case 'Home':
      return focus(rows, 0);
    case 'End':
      return focus(rows, rows.length - 1);
    case 'ArrowRight':
      return inward(rows, row, index);
    case 'ArrowLeft':
      return outward(rows, row);
    case 'Enter':
    case ' ':
      return { type: 'select', id: row.id };
    case '*':
      return { type: 'expandSiblings', ids: closedSiblings(rows, row) };
    default:
      return null;
  }
}

function focus(rows: readonly TreeRow[], index: number): TreeIntent {
  return { type: 'focus', index: Math.max(0, Math.min(rows.length - 1, index)) };
}

function inward(rows: readonly TreeRow[], row: TreeRow, index: number): TreeIntent | null {
  if (row.expanded === null) return null;
  if (!row.expanded) return { type: 'expand', id: row.id };
  return rows[index + 1]?.parent === row.id ? focus(rows, index + 1) : null;
}

function outward(rows: readonly TreeRow[], row: TreeRow): TreeIntent | null {
  if (row.expanded) return { type: 'collapse', id: row.id };
  const parent = rows.findIndex((other) => other.id === row.parent);
  return parent < 0 ? null : focus(rows, parent);
}

function closedSiblings(rows: readonly TreeRow[], row: TreeRow): string[] {
  return rows.filter((other) => other.parent === row.parent && other.expanded === false).map((other) => other.id);
}
