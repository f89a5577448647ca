import { memo, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon/icon.tsx';
import styles from './tree.module.css';

/** A visible row of a tree, in the ARIA tree pattern. */
export interface TreeRow {
  readonly id: string;
  /** From 1. */
  readonly level: number;
  /** From 1, among its siblings. */
  readonly position: number;
  readonly siblings: number;
  readonly parent: string | null;
  /** Null for a leaf. */
  readonly expanded: boolean | null;
  /** Text for type-ahead. */
  readonly label: string;
}

export interface TreeActions {
  readonly select: (id: string) => void;
  readonly toggle: (id: string, expanded: boolean) => void;
  readonly hover: (id: string | null) => void;
  /** Opens a context menu, at a point of the page. */
  readonly menu?: (id: string, at: { readonly x: number; readonly y: number }) => void;
}

interface RowProps<Row extends TreeRow> {
  readonly row: Row;
  readonly top: number;
  readonly focusable: boolean;
  readonly selected: boolean;
  readonly marked: boolean;
  readonly flashing: boolean;
  readonly dimmed: boolean;
  readonly render: (row: Row) => ReactNode;
  readonly actions: TreeActions;
  readonly onActive: (id: string) => void;
}

export const TreeRowView = memo(RowView) as typeof RowView;

function RowView<Row extends TreeRow>(props: RowProps<Row>): ReactNode {
  const { row, top, focusable, selected, marked, flashing, dimmed, render, actions, onActive } = props;
  const toggle = () => row.expanded !== null && actions.toggle(row.id, !row.expanded);
  return (
    <div
      role="treeitem"
      data-id={row.id}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.expanded ?? undefined}
      aria-selected={selected}
      tabIndex={focusable ? 0 : -1}
      className={classNames(styles.row, dimmed && styles.dimmed, marked && styles.marked, flashing && styles.flashing)}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 4 + (row.level - 1) * 14 }}
      onClick={() => actions.select(row.id)}
      onDoubleClick={toggle}
      onContextMenu={(event) => {
        if (!actions.menu) return;
        event.preventDefault();
        actions.menu(row.id, { x: event.clientX, y: event.clientY });
      }}
      onFocus={() => onActive(row.id)}
      onPointerEnter={() => actions.hover(row.id)}
    >
      <Twisty expanded={row.expanded} onToggle={toggle} />
      {render(row)}
    </div>
  );
}

/** For the pointer; the keyboard has its arrows. */
function Twisty({
  expanded,
  onToggle,
}: {
  readonly expanded: boolean | null;
  readonly onToggle: () => void;
}): ReactNode {
  return (
    <span
      className={styles.twisty}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      {expanded !== null && <Icon name={expanded ? 'chevron-down' : 'chevron-right'} />}
    </span>
  );
}
