import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { TreeActions, TreeRow } from './tree-row-view.tsx';
import { useRowHeight } from '../hooks/use-row-height.ts';
import { createTypeAhead } from '../list/list-keys.ts';

type Scroller = RefObject<HTMLDivElement | null>;

/** The part of a row that scrolling and focusing need. */
interface Row {
  readonly id: string;
}

/** Index of the first existing row of the given ones, else 0. */
export function indexOf(rows: readonly Row[], ...wanted: readonly (string | null)[]): number {
  for (const id of wanted) {
    const index = id === null ? -1 : rows.findIndex((row) => row.id === id);
    if (index >= 0) return index;
  }
  return 0;
}

export function useTreeVirtualizer(count: number, active: number, scroller: Scroller) {
  const rowHeight = useRowHeight();
  const virtual = useVirtualizer({
    count,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    overscan: 12,
    // The focused row stays mounted, or scrolling would lose the focus.
    rangeExtractor: useCallback(
      (range: Range) => {
        const indexes = defaultRangeExtractor(range);
        return active >= count || indexes.includes(active) ? indexes : [active, ...indexes].sort((a, b) => a - b);
      },
      [active, count],
    ),
  });
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight]);
  return virtual;
}

type ScrollTo = (index: number, options?: { align: 'auto' | 'center' }) => void;

/** A newly selected row out of view is scrolled to the middle, with its surroundings. */
export function useScrollTo(
  scrollToIndex: ScrollTo,
  rows: readonly Row[],
  selected: string | null,
  scroller: Scroller,
): void {
  const shown = useRef<string | null>(null);
  const rowHeight = useRowHeight();
  useEffect(() => {
    const index = selected === shown.current ? -1 : rows.findIndex((row) => row.id === selected);
    const view = scroller.current;
    if (index < 0 || view === null) return;
    shown.current = selected;
    const top = index * rowHeight;
    const inSight = top >= view.scrollTop && top + rowHeight <= view.scrollTop + view.clientHeight;
    if (!inSight) scrollToIndex(index, { align: 'center' });
  }, [rows, selected, scroller, scrollToIndex, rowHeight]);
}

export function useFocusRow(
  scroller: Scroller,
  scrollToIndex: ScrollTo,
  rows: readonly Row[],
  setActive: (id: string) => void,
): (index: number) => void {
  return (index) => {
    const row = rows[index];
    if (!row) return;
    setActive(row.id);
    scrollToIndex(index, { align: 'auto' });
    // After React has mounted the row.
    requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(row.id)}"]`)?.focus({ preventScroll: true });
    });
  };
}

export function useTreeKeys(
  { rows, actions }: { readonly rows: readonly TreeRow[]; readonly actions: TreeActions },
  active: number,
  focusRow: (index: number) => void,
  scroller: Scroller,
): (event: KeyboardEvent) => void {
  const rowHeight = useRowHeight();
  const [typeAhead] = useState(() => createTypeAhead(() => performance.now()));
  const carryOut = (intent: TreeIntent) => {
    if (intent.type === 'focus') focusRow(intent.index);
    else if (intent.type === 'select') actions.select(intent.id);
    else if (intent.type === 'expandSiblings') intent.ids.forEach((id) => actions.toggle(id, true));
    else actions.toggle(intent.id, intent.type === 'expand');
  };
  return (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1;
    const intent = treeIntent(event.key, rows, active, page);
    if (intent) {
      event.preventDefault();
      carryOut(intent);
    } else if (event.key.length === 1) {
      const found = typeAhead(
        event.key,
        rows.map((row) => row.label),
        active,
      );
      if (found !== null) focusRow(found);
    }
  };
}

type TreeIntent =
  | { readonly type: 'focus'; readonly index: number }
  | { readonly type: 'expand' | 'collapse' | 'select'; readonly id: string }
  | { readonly type: 'expandSiblings'; readonly ids: readonly string[] };

/**
 * The effect of a key in a tree: https://www.w3.org/WAI/ARIA/apg/patterns/treeview/#keyboardinteraction Null for none here.
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
