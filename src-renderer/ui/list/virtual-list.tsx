import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { useRowHeight } from '../hooks/use-row-height.ts';
import { indexOf, useFocusRow, useScrollTo, useTreeVirtualizer } from '../tree/tree-hooks.ts';
import { belowFocus, isMenuKey } from './list-keys.ts';
import listStyles from './list.module.css';
import styles from './virtual-list.module.css';

interface VirtualListProps<Row extends { readonly id: string }> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly selected: string | null;
  readonly render: (row: Row) => ReactNode;
  readonly onSelect: (id: string) => void;
  /** Opens a context menu for a row, at a point of the page. */
  readonly onMenu?: (id: string, at: { readonly x: number; readonly y: number }) => void;
  readonly rowClass?: (row: Row) => string | undefined;
  readonly testId?: string;
}

/**
 * A listbox of any length whose selection follows the keys: arrows or j and k, Home, End, Page Up and Down. New rows at
 * the end scroll into view if the end was in view.
 */
export function VirtualList<Row extends { readonly id: string }>(props: VirtualListProps<Row>): ReactNode {
  const { label, rows, selected, render, onSelect, onMenu, rowClass, testId } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const active = indexOf(rows, selected);
  const rowHeight = useRowHeight();
  const virtual = useTreeVirtualizer(rows.length, active, scroller);
  const onScroll = useStickyEnd(scroller, rows.length);
  useScrollTo(virtual.scrollToIndex, rows, selected, scroller);
  const focusRow = useFocusRow(scroller, virtual.scrollToIndex, rows, onSelect);
  const onKeyDown = (event: KeyboardEvent) => {
    if (onMenu && selected !== null && isMenuKey(event)) {
      event.preventDefault();
      onMenu(selected, belowFocus(event));
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const from = rows[active]?.id === selected ? active : -1;
    const to = goal(event.key, from, rows.length, page);
    if (to === null) return;
    event.preventDefault();
    focusRow(to);
  };
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label={label}
      className={styles.list}
      data-testid={testId}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={row.id}
                role="option"
                data-id={row.id}
                aria-selected={row.id === selected}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                tabIndex={index === active ? 0 : -1}
                className={classNames(listStyles.row, styles.row, rowClass?.(row))}
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => onSelect(row.id)}
                onContextMenu={(event) => {
                  if (!onMenu) return;
                  event.preventDefault();
                  onMenu(row.id, { x: event.clientX, y: event.clientY });
                }}
              >
                {render(row)}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function goal(key: string, from: number, count: number, page: number): number | null {
  const within = (index: number) => (count === 0 ? null : Math.min(count - 1, Math.max(0, index)));
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return within(from + 1);
    case 'ArrowUp':
    case 'k':
      return within(from - 1);
    case 'PageDown':
      return within(from + page);
    case 'PageUp':
      return within(from - page);
    case 'Home':
      return within(0);
    case 'End':
      return within(count - 1);
    default:
      return null;
  }
}

/** Maximum distance from its end at which a list counts as scrolled to it, in CSS pixels. */
const nearEnd = 12;

function useStickyEnd(scroller: React.RefObject<HTMLDivElement | null>, count: number): () => void {
  const atEnd = useRef(true);
  useEffect(() => {
    const view = scroller.current;
    if (view && atEnd.current) view.scrollTo({ top: view.scrollHeight });
  }, [scroller, count]);
  return () => {
    const view = scroller.current;
    if (view) atEnd.current = view.scrollHeight - view.scrollTop - view.clientHeight < nearEnd;
  };
}
