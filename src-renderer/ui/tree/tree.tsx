import { useRef, useState, type ReactNode, useEffect, useLayoutEffect, type FocusEvent, type RefObject } from 'react';
import { useRowHeight } from '../hooks/use-row-height.ts';
import { belowFocus, isMenuKey } from '../list/list-keys.ts';
import { indexOf, useFocusRow, useScrollTo, useTreeKeys, useTreeVirtualizer } from './tree-hooks.ts';
import { TreeRowView, type TreeActions, type TreeRow } from './tree-row-view.tsx';
import styles from './tree.module.css';

interface TreeProps<Row extends TreeRow> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly selected: string | null;
  /** Row drawn as hovered by another view, e.g. the picture. */
  readonly marked: string | null;
  /** Recently changed rows, highlighted for a moment. */
  readonly flashing?: ReadonlySet<string>;
  readonly dimmed: (row: Row) => boolean;
  /** Must be a stable function, so that unchanged rows are not rendered again. */
  readonly render: (row: Row) => ReactNode;
  /** Must be a stable object, for the same reason. */
  readonly actions: TreeActions;
  /** Whether the keys select the active row: only if showing it is cheap. */
  readonly selectsOnFocus?: boolean;
  readonly testId?: string;
}

/**
 * A flat, virtualised tree after the ARIA pattern: one tab stop, arrows, Home and End, `*`, type-ahead. A newly selected row
 * is scrolled into view.
 */
export function Tree<Row extends TreeRow>(props: TreeProps<Row>): ReactNode {
  const { label, rows, selected, marked, flashing, dimmed, actions, render, selectsOnFocus, testId } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [activeId, setActive] = useState<string | null>(null);
  const active = indexOf(rows, activeId, selected);
  const virtual = useTreeVirtualizer(rows.length, active, scroller);
  useScrollTo(virtual.scrollToIndex, rows, selected, scroller);
  useSteadyScroll(scroller, rows, useRowHeight());
  const activeRow = rows[active]?.id ?? null;
  const steadyFocus = useSteadyFocus(scroller, rows, activeRow === activeId || activeRow === selected);
  const reach = (id: string) => {
    setActive(id);
    if (selectsOnFocus) actions.select(id);
  };
  const focusRow = useFocusRow(scroller, virtual.scrollToIndex, rows, reach);
  const onKeyDown = useTreeKeys(props, active, focusRow, scroller);
  return (
    <div
      ref={scroller}
      role="tree"
      tabIndex={-1}
      aria-label={label}
      className={styles.tree}
      data-testid={testId}
      onKeyDown={(event) => {
        if (!isMenuKey(event)) onKeyDown(event);
        else if (activeRow !== null) {
          event.preventDefault();
          actions.menu?.(activeRow, belowFocus(event));
        }
      }}
      {...steadyFocus}
      onPointerLeave={() => actions.hover(null)}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <TreeRowView
                key={row.id}
                row={row}
                top={item.start}
                focusable={item.index === active}
                selected={row.id === selected}
                marked={row.id === marked}
                flashing={flashing?.has(row.id) ?? false}
                dimmed={dimmed(row)}
                actions={actions}
                render={render}
                onActive={setActive}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

interface Row {
  readonly id: string;
}

/** Rows inserted or removed above the viewport do not move it: the topmost remaining row keeps its position. */
function useSteadyScroll(scroller: RefObject<HTMLElement | null>, rows: readonly Row[], height: number): void {
  const before = useRef<readonly Row[]>(rows);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = rows;
    const view = scroller.current;
    if (!view || view.scrollTop === 0 || old === rows) return;
    const places = new Map(rows.map(({ id }, index) => [id, index]));
    for (let index = Math.floor(view.scrollTop / height); index < old.length; index++) {
      const now = places.get(old[index]?.id ?? '');
      if (now === undefined) continue;
      if (now !== index) view.scrollBy({ top: (now - index) * height, behavior: 'instant' });
      return;
    }
  }, [scroller, rows, height]);
}

/**
 * If the focused row was removed, the active one gets the focus; while none is (`known` is
 * false), the tree keeps it: the selected row may be found again soon.
 */
function useSteadyFocus(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  known: boolean,
): { readonly onFocus: () => void; readonly onBlur: (event: FocusEvent) => void } {
  const inside = useRef(false);
  useEffect(() => {
    const tree = scroller.current;
    if (!inside.current || (document.activeElement !== document.body && document.activeElement !== tree)) return;
    const row = tree?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]');
    (known ? row : tree)?.focus({ preventScroll: true });
  }, [scroller, rows, known]);
  return {
    onFocus: () => {
      inside.current = true;
    },
    onBlur: (event) => {
      // A removed row loses the focus to the page.
      if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) inside.current = false;
    },
  };
}
