import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon/icon.tsx';
import styles from './menu.module.css';

export interface MenuItem {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly disabled?: boolean;
  /** Below a line: what should not be hit instead of its neighbour. */
  readonly apart?: boolean;
  readonly run: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly at: { readonly x: number; readonly y: number };
  readonly items: readonly MenuItem[];
  readonly onClose: () => void;
}

/** A context menu; it takes the focus and gives it back. */
export function Menu({ label, at, items, onClose }: MenuProps): ReactNode {
  const menu = useRef<HTMLDivElement>(null);
  useMenuFocus(menu, onClose);
  return (
    <div
      ref={menu}
      role="menu"
      aria-label={label}
      className={styles.menu}
      style={{
        left: Math.min(at.x, window.innerWidth - 200),
        top: Math.min(at.y, window.innerHeight - 24 - items.length * 28),
      }}
      onKeyDown={(event) => onKey(event, onClose)}
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
        </button>
      ))}
    </div>
  );
}

function useMenuFocus(menu: React.RefObject<HTMLDivElement | null>, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const before = document.activeElement;
    menu.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) close.current();
    };
    document.addEventListener('pointerdown', outside, true);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [menu]);
}

function onKey(event: KeyboardEvent<HTMLDivElement>, onClose: () => void): void {
  event.stopPropagation();
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault();
    onClose();
    return;
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  items[(at + step + items.length) % items.length]?.focus();
}
