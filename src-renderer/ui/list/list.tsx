import { useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { belowFocus, isMenuKey } from '../menu/menu-key.ts';
import { createTypeAhead } from '../tree/type-ahead.ts';
import { useDragOrder, type Drop } from './use-drag-order.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import styles from './list.module.css';

interface ListProps<Item, Id extends string> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => Id;
  readonly textOf: (item: Item) => string;
  /** The one that has the keys. */
  readonly selected: Id | null;
  /** What is chosen along with it, where several rows can be: Shift extends the choice to a row. */
  readonly chosen?: ReadonlySet<Id>;
  readonly render: (item: Item, index: number) => ReactNode;
  readonly onSelect: (id: Id, extend: boolean) => void;
  readonly onOpen?: (id: Id) => void;
  readonly onMenu?: (id: Id, at: { readonly x: number; readonly y: number }) => void;
  /** Makes the rows draggable. */
  readonly onDrop?: (id: Id, beside: Drop<Id>) => void;
  readonly rowClass?: (item: Item) => string | undefined;
  readonly testId?: string;
}

/** A listbox whose selection follows the arrow keys. For lists of up to some hundred rows; longer ones are trees. */
export function List<Item, Id extends string>(props: ListProps<Item, Id>): ReactNode {
  const { label, items, idOf, selected, chosen, testId } = props;
  const list = useRef<HTMLDivElement>(null);
  const focus = useKeptFocus(list, selected, items);
  const dragOf = useDragOrder(props.onDrop);
  const current = items.findIndex((item) => idOf(item) === selected);
  return (
    <div
      ref={list}
      role="listbox"
      aria-label={label}
      aria-multiselectable={chosen !== undefined}
      className={styles.list}
      data-testid={testId}
      onKeyDown={(event) => onKey(event, props)}
      {...focus}
    >
      {items.map((item, index) => (
        <div
          key={idOf(item)}
          role="option"
          data-id={idOf(item)}
          aria-selected={index === current || (chosen?.has(idOf(item)) ?? false)}
          tabIndex={index === Math.max(0, current) ? 0 : -1}
          className={classNames(styles.row, props.rowClass?.(item))}
          {...rowHandlers(props, idOf(item))}
          {...dragOf(idOf(item))}
        >
          {props.render(item, index)}
        </div>
      ))}
    </div>
  );
}

function rowHandlers<Item, Id extends string>({ onSelect, onOpen, onMenu }: ListProps<Item, Id>, id: Id) {
  return {
    onClick: (event: MouseEvent) => onSelect(id, event.shiftKey),
    onDoubleClick: () => onOpen?.(id),
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      onMenu?.(id, { x: event.clientX, y: event.clientY });
    },
  };
}

const typeAhead = createTypeAhead(() => performance.now());

function onKey<Item, Id extends string>(event: KeyboardEvent<HTMLDivElement>, props: ListProps<Item, Id>): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const { items, idOf, selected, onSelect, onOpen, onMenu } = props;
  if (event.key === 'Enter' && selected !== null) onOpen?.(selected);
  else if (isMenuKey(event)) openMenu(event, selected, onMenu);
  else {
    const next = goal(event.key, props);
    const item = next === null ? undefined : items[next];
    if (next === null || item === undefined) return;
    event.preventDefault();
    onSelect(idOf(item), event.shiftKey && event.key.length > 1);
    const row = event.currentTarget.children[next];
    if (row instanceof HTMLElement) row.focus();
  }
}

function goal<Item, Id extends string>(
  key: string,
  { items, idOf, textOf, selected }: ListProps<Item, Id>,
): number | null {
  const at = items.findIndex((item) => idOf(item) === selected);
  if (key === 'ArrowDown') return Math.min(items.length - 1, at + 1);
  if (key === 'ArrowUp') return Math.max(0, at - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return items.length - 1;
  return key.length === 1 && key !== ' ' ? typeAhead(key, items.map(textOf), at) : null;
}

function openMenu<Id extends string>(
  event: KeyboardEvent,
  selected: Id | null,
  onMenu: ListProps<never, Id>['onMenu'],
): void {
  event.preventDefault();
  if (selected !== null) onMenu?.(selected, belowFocus(event));
}
