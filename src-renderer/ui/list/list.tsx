import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { createTypeAhead } from '../tree/type-ahead.ts';
import styles from './list.module.css';

interface ListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => string;
  readonly textOf: (item: Item) => string;
  readonly selected: string | null;
  readonly render: (item: Item, index: number) => ReactNode;
  readonly onSelect: (id: string) => void;
  readonly onOpen?: (id: string) => void;
  readonly onMenu?: (id: string, at: { readonly x: number; readonly y: number }) => void;
  readonly rowClass?: (item: Item) => string | undefined;
  readonly testId?: string;
}

/** A listbox whose selection follows the arrow keys. For lists of a few dozen rows; longer ones are trees. */
export function List<Item>(props: ListProps<Item>): ReactNode {
  const { label, items, idOf, selected, render, onSelect, onOpen, onMenu, rowClass, testId } = props;
  const stop = Math.max(
    0,
    items.findIndex((item) => idOf(item) === selected),
  );
  return (
    <div
      role="listbox"
      aria-label={label}
      className={styles.list}
      data-testid={testId}
      onKeyDown={(event) => onKey(event, props)}
    >
      {items.map((item, index) => {
        const id = idOf(item);
        return (
          <div
            key={id}
            role="option"
            data-id={id}
            aria-selected={id === selected}
            tabIndex={index === stop ? 0 : -1}
            className={classNames(styles.row, rowClass?.(item))}
            onClick={() => onSelect(id)}
            onDoubleClick={() => onOpen?.(id)}
            onContextMenu={(event: MouseEvent) => {
              event.preventDefault();
              onMenu?.(id, { x: event.clientX, y: event.clientY });
            }}
          >
            {render(item, index)}
          </div>
        );
      })}
    </div>
  );
}

const typeAhead = createTypeAhead(() => performance.now());

function onKey<Item>(event: KeyboardEvent<HTMLDivElement>, props: ListProps<Item>): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const { items, idOf, textOf, selected, onSelect, onOpen, onMenu } = props;
  const at = items.findIndex((item) => idOf(item) === selected);
  const next =
    target(event.key, at, items.length) ??
    (event.key.length === 1 ? typeAhead(event.key, items.map(textOf), at) : null);
  if (event.key === 'Enter' && selected !== null) onOpen?.(selected);
  else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) openMenu(event, selected, onMenu);
  else if (next !== null && items[next] !== undefined && event.key !== ' ') {
    event.preventDefault();
    onSelect(idOf(items[next]));
    const row = event.currentTarget.children[next];
    if (row instanceof HTMLElement) row.focus();
  }
}

function target(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(count - 1, at + 1);
  if (key === 'ArrowUp') return Math.max(0, at - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

function openMenu(event: KeyboardEvent, selected: string | null, onMenu: ListProps<never>['onMenu']): void {
  event.preventDefault();
  const box = (event.target as Element).getBoundingClientRect();
  if (selected !== null) onMenu?.(selected, { x: box.left + 24, y: box.bottom });
}
