import { useRef, useState, type ReactNode, useEffect, useLayoutEffect, type FocusEvent, type RefObject } from 'react';
import { belowFocus, isMenuKey } from '../list/list-keys.ts';
import { indexOf, rowHeight, useFocusRow, useScrollTo, useTreeKeys, useTreeVirtualizer } from './tree-hooks.ts';
import { TreeRowView, type TreeActions, type TreeRow } from './tree-row-view.tsx';
import styles from './tree.module.css';

interface TreeProps<Row extends TreeRow> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly selected: string | null;
  /** Drawn as hovered from elsewhere, e.g. from the picture. */
  readonly marked: string | null;
  /** Rows that light up for a moment: they have just changed. */
  readonly flashing?: ReadonlySet<string>;
  readonly dimmed: (row: Row) => boolean;
  /** Must stay the same function, so that a row that did not change is not drawn again. */
  readonly render: (row: Row) => ReactNode;
  /** Must stay the same object, for the same reason. */
  readonly actions: TreeActions;
  /** Whether the keys choose the row that they reach: only if showing it costs nothing. */
  readonly selectsOnFocus?: boolean;
  readonly testId?: string;
}

/**
 * A flat, virtualised tree after the ARIA pattern: one tab stop, arrows, Home and End, `*`, type-ahead. The selected row
 * is scrolled into view whenever it changes.
 */
export function Tree<Row extends TreeRow>(props: TreeProps<Row>): ReactNode {
  const { label, rows, selected, marked, flashing, dimmed, actions, render, selectsOnFocus, testId } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [activeId, setActive] = useState<string | null>(null);
  const active = indexOf(rows, activeId, selected);
  const virtual = useTreeVirtualizer(rows.length, active, scroller);
  useScrollTo(virtual.scrollToIndex, rows, selected, scroller);
  useSteadyScroll(scroller, rows, rowHeight);
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

/** Rows that come and go above what one reads do not push it away: the topmost row that stays keeps its place. */
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
 * Where the row with the keyboard focus was removed, the one that is active now gets it; while none is (`known` is
 * false), the tree keeps it: what was chosen may be found again in a moment.
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
      // A row that is removed loses the focus to nobody.
      if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) inside.current = false;
    },
  };
}
