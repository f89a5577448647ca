import {
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useState,
  type DragEvent,
  useEffect,
  type FocusEvent,
  type RefObject,
} from 'react';
import { classNames } from '../class-names.ts';
import { belowFocus, isMenuKey, createTypeAhead } from './list-keys.ts';
import styles from './list.module.css';

interface ListProps<Item, Id extends string> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => Id;
  readonly textOf: (item: Item) => string;
  /** The active row. */
  readonly selected: Id | null;
  /** The rest of a multiple selection, if supported: Shift extends it to a row. */
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

/** The row beside which a dragged one would be dropped. */
interface Drop<Id extends string> {
  readonly id: Id;
  readonly after: boolean;
}

/** Reordering by drag and drop. Keys can do the same, as accessibility requires. */
function useDragOrder<Id extends string>(onDrop: ((id: Id, beside: Drop<Id>) => void) | undefined) {
  const [dragged, setDragged] = useState<Id | null>(null);
  const [drop, setDrop] = useState<Drop<Id> | null>(null);
  const end = () => {
    setDragged(null);
    setDrop(null);
  };
  const handlersOf = (id: Id) =>
    onDrop && {
      draggable: true,
      'data-drop': drop?.id === id ? (drop.after ? 'after' : 'before') : undefined,
      onDragStart: () => setDragged(id),
      onDragEnd: end,
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        setDrop({ id, after: isLowerHalf(event) });
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (dragged !== null && drop !== null) onDrop(dragged, drop);
        end();
      },
    };
  return handlersOf;
}

function isLowerHalf(event: DragEvent): boolean {
  const box = event.currentTarget.getBoundingClientRect();
  return event.clientY > box.top + box.height / 2;
}

/** Keeps the focus on the selected row, also when the focused row was removed or moved. */
function useKeptFocus(list: RefObject<HTMLElement | null>, selected: string | null, items: readonly unknown[]) {
  const inside = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    if (!inside.current || (activeElement !== document.body && !list.current?.contains(activeElement))) return;
    const row = list.current?.querySelector<HTMLElement>('[aria-selected="true"][tabindex="0"]');
    if (row !== activeElement) row?.focus();
  }, [list, selected, items]);
  return {
    onFocus: () => {
      inside.current = true;
    },
    onBlur: (event: FocusEvent) => {
      // A removed or moved row loses the focus to the page.
      if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) inside.current = false;
    },
  };
}
