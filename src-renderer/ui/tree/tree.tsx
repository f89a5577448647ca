import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon/icon.tsx';
import { treeIntent, type TreeIntent } from './tree-keys.ts';
import type { TreeRow } from './tree-row.ts';
import { createTypeAhead } from './type-ahead.ts';
import styles from './tree.module.css';

export const rowHeight = 24;

interface TreeProps {
  readonly label: string;
  readonly rows: readonly TreeRow[];
  readonly selected: string | null;
  /** Drawn as hovered from elsewhere, e.g. from the picture. */
  readonly marked: string | null;
  readonly render: (row: TreeRow) => ReactNode;
  readonly dimmed: (row: TreeRow) => boolean;
  readonly onSelect: (id: string) => void;
  readonly onToggle: (id: string, expanded: boolean) => void;
  readonly onHover: (id: string | null) => void;
  readonly testId?: string;
}

/**
 * A flat, virtualised tree after the ARIA pattern: one tab stop, arrows, Home and End, `*`, type-ahead. The selected row
 * is scrolled into view whenever it changes.
 */
export function Tree(props: TreeProps): ReactNode {
  const { label, rows, selected, onHover, testId } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [activeId, setActive] = useState<string | null>(null);
  const active = indexOf(rows, activeId, selected);
  const virtual = useTreeVirtualizer(rows.length, active, scroller);
  useScrollTo(virtual.scrollToIndex, rows, selected, scroller);
  const focusRow = useFocusRow(scroller, virtual.scrollToIndex, rows, setActive);
  const onKeyDown = useTreeKeys(props, active, focusRow, scroller);
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      className={styles.tree}
      data-testid={testId}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onHover(null)}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <Row
                key={row.id}
                {...props}
                row={row}
                top={item.start}
                focusable={item.index === active}
                onActive={setActive}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

interface RowProps extends TreeProps {
  readonly row: TreeRow;
  readonly top: number;
  readonly focusable: boolean;
  readonly onActive: (id: string) => void;
}

function Row({
  row,
  top,
  focusable,
  selected,
  marked,
  render,
  dimmed,
  onSelect,
  onToggle,
  onHover,
  onActive,
}: RowProps): ReactNode {
  const toggle = () => row.expanded !== null && onToggle(row.id, !row.expanded);
  return (
    <div
      role="treeitem"
      data-id={row.id}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.expanded ?? undefined}
      aria-selected={row.id === selected}
      tabIndex={focusable ? 0 : -1}
      className={classNames(styles.row, dimmed(row) && styles.dimmed, row.id === marked && styles.marked)}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 4 + (row.level - 1) * 14 }}
      onClick={() => onSelect(row.id)}
      onDoubleClick={toggle}
      onFocus={() => onActive(row.id)}
      onPointerEnter={() => onHover(row.id)}
    >
      <span
        className={styles.twisty}
        onClick={(event) => {
          event.stopPropagation();
          toggle();
        }}
      >
        {row.expanded !== null && <Icon name={row.expanded ? 'chevron-down' : 'chevron-right'} />}
      </span>
      {render(row)}
    </div>
  );
}

function indexOf(rows: readonly TreeRow[], ...wanted: readonly (string | null)[]): number {
  for (const id of wanted) {
    const index = id === null ? -1 : rows.findIndex((row) => row.id === id);
    if (index >= 0) return index;
  }
  return 0;
}

function useTreeVirtualizer(count: number, active: number, scroller: React.RefObject<HTMLDivElement | null>) {
  return useVirtualizer({
    count,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    overscan: 12,
    // The row with the focus stays mounted, or scrolling would take the focus away.
    rangeExtractor: useCallback(
      (range: Range) => {
        const indexes = defaultRangeExtractor(range);
        return active >= count || indexes.includes(active) ? indexes : [active, ...indexes].sort((a, b) => a - b);
      },
      [active, count],
    ),
  });
}

type ScrollTo = (index: number, options?: { align: 'auto' | 'center' }) => void;

/** A newly selected row that is out of sight comes to the middle, with what is around it. */
function useScrollTo(
  scrollToIndex: ScrollTo,
  rows: readonly TreeRow[],
  selected: string | null,
  scroller: React.RefObject<HTMLDivElement | null>,
): void {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const index = selected === shown.current ? -1 : rows.findIndex((row) => row.id === selected);
    const view = scroller.current;
    if (index < 0 || view === null) return;
    shown.current = selected;
    const top = index * rowHeight;
    const inSight = top >= view.scrollTop && top + rowHeight <= view.scrollTop + view.clientHeight;
    if (!inSight) scrollToIndex(index, { align: 'center' });
  }, [rows, selected, scroller, scrollToIndex]);
}

function useFocusRow(
  scroller: React.RefObject<HTMLDivElement | null>,
  scrollToIndex: ScrollTo,
  rows: readonly TreeRow[],
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

function useTreeKeys(
  { rows, onSelect, onToggle }: TreeProps,
  active: number,
  focusRow: (index: number) => void,
  scroller: React.RefObject<HTMLDivElement | null>,
): (event: KeyboardEvent) => void {
  const [typeAhead] = useState(() => createTypeAhead(() => performance.now()));
  const carryOut = (intent: TreeIntent) => {
    if (intent.type === 'focus') focusRow(intent.index);
    else if (intent.type === 'select') onSelect(intent.id);
    else if (intent.type === 'expandSiblings') intent.ids.forEach((id) => onToggle(id, true));
    else onToggle(intent.id, intent.type === 'expand');
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
