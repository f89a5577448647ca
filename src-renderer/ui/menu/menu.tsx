import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon/icon.tsx';
import { KeyHint } from '../tooltip/key-hint.tsx';
import { canRun, type Command } from '../command.ts';
import styles from './menu.module.css';

export interface MenuItem {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly disabled?: boolean;
  /** Below a separator: an entry that must not be hit by mistake. */
  readonly apart?: boolean;
  /** Equivalent chords; the first is shown. */
  readonly keys?: readonly string[] | undefined;
  readonly run: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly at: { readonly x: number; readonly y: number };
  readonly items: readonly MenuItem[];
  readonly onClose: () => void;
  /** The left and the right arrow key: to the adjacent menu. */
  readonly onSide?: (step: 1 | -1) => void;
  /** Elements on which a press does not close it. */
  readonly keepOpenFor?: RefObject<HTMLElement | null>;
}

/** A context menu; it takes the focus and restores it. */
export function Menu({ label, at, items, onClose, onSide, keepOpenFor }: MenuProps): ReactNode {
  const menu = useRef<HTMLDivElement>(null);
  useMenuFocus(menu, onClose, keepOpenFor);
  return (
    <div
      ref={menu}
      role="menu"
      aria-label={label}
      className={styles.menu}
      style={{
        left: Math.min(at.x, window.innerWidth - 200),
        top: Math.max(4, Math.min(at.y, window.innerHeight - 24 - items.length * 28)),
      }}
      onKeyDown={(event) => onKey(event, onClose, onSide)}
    >
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={item.disabled}
          className={classNames(styles.item, item.apart && styles.apart)}
          onClick={() => {
            onClose();
            item.run();
          }}
        >
          <Icon name={item.icon} />
          {item.title}
          {item.keys?.[0] !== undefined && (
            <span className={styles.keys}>
              <KeyHint keys={item.keys[0]} />
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

function useMenuFocus(
  menu: RefObject<HTMLDivElement | null>,
  onClose: () => void,
  keepOpenFor: RefObject<HTMLElement | null> | undefined,
): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const before = document.activeElement;
    menu.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
    const outside = (event: PointerEvent) => {
      const inside = [menu, keepOpenFor].some((part) => part?.current?.contains(event.target as Node));
      if (!inside) close.current();
    };
    document.addEventListener('pointerdown', outside, true);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [menu, keepOpenFor]);
}

function onKey(event: KeyboardEvent<HTMLDivElement>, onClose: () => void, onSide: MenuProps['onSide']): void {
  event.stopPropagation();
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault();
    onClose();
    return;
  }
  const side = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
  if (side !== null) onSide?.(side);
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  items[(at + step + items.length) % items.length]?.focus();
}

interface CommandMenuProps {
  readonly label: string;
  readonly at: { readonly x: number; readonly y: number };
  readonly commands: readonly Command[];
  readonly onClose: () => void;
}

/** Destructive entries, below a separator. */
const apart = new Set(['window.close', 'step.remove', 'runs.remove']);

/** The context menu of an item: its commands, with their current state. */
export function CommandMenu({ label, at, commands, onClose }: CommandMenuProps): ReactNode {
  return <Menu label={label} at={at} items={commands.map(commandItem)} onClose={onClose} />;
}

function commandItem(command: Command): MenuItem {
  const { id, title, icon, keys } = command;
  // Restores the focus first: a command may act on the focused element.
  const run = () => void setTimeout(() => command.run());
  return { id, title, icon, keys, apart: apart.has(id), disabled: !canRun(command), run };
}
