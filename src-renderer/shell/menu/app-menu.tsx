import { useEffect, useRef, useState, type ReactNode } from 'react';
import { IconButton } from '../../ui/button/button.tsx';
import { canRun, type Command } from '../../ui/command.ts';
import { Menu, type MenuItem } from '../../ui/menu/menu.tsx';
import { useApp } from '../app-context.tsx';
import type { AppModel } from '../app-model.ts';
import { recentEntries } from '../palette/places.ts';
import styles from './app-menu.module.css';

/** The rest is behind “Open recent…”. */
const recentlyShown = 5;

/** Every command by menu; Alt alone opens and closes it, like a menu bar. */
export function AppMenu(): ReactNode {
  const [open, setOpen] = useState<number | null>(null);
  const button = useRef<HTMLSpanElement>(null);
  useAlt(() => setOpen((now) => (now === null ? 0 : null)));
  return (
    <span ref={button}>
      <IconButton
        icon="menu"
        label="Menu"
        aria-haspopup="menu"
        aria-expanded={open !== null}
        data-tip-keys="Alt"
        data-testid="menu-button"
        onClick={() => setOpen(open === null ? 0 : null)}
      />
      {open !== null && <MenuBar open={open} onOpen={setOpen} />}
    </span>
  );
}

interface MenuBarProps {
  readonly open: number;
  readonly onOpen: (index: number | null) => void;
}

function MenuBar({ open, onOpen }: MenuBarProps): ReactNode {
  const model = useApp();
  const { commands } = model;
  const bar = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const groups = menuGroups(commands).map(({ title, commands: all }) => {
    const items = all.filter(canRun).map(itemOf);
    return { title, items: title === 'File' ? [...items, ...recentItems(model)] : items };
  });
  const shown = groups[open];
  useEffect(() => {
    const title = bar.current?.children[open]?.getBoundingClientRect();
    if (title) setAt({ x: title.left, y: title.bottom + 2 });
  }, [open]);
  return (
    <div ref={bar} className={styles.bar} data-testid="menu-bar">
      {groups.map(({ title }, index) => (
        <button
          key={title}
          type="button"
          tabIndex={-1}
          className={styles.title}
          aria-expanded={index === open}
          // Before the open menu handles a press outside it.
          onPointerDownCapture={() => onOpen(index)}
          onPointerEnter={() => onOpen(index)}
        >
          {title}
        </button>
      ))}
      {shown && at && (
        <Menu
          key={open}
          label={shown.title}
          at={at}
          items={shown.items}
          onSide={(step) => onOpen((open + step + groups.length) % groups.length)}
          keepOpenFor={bar}
          onClose={() => onOpen(null)}
        />
      )}
    </div>
  );
}

function itemOf(command: Command): MenuItem {
  const { id, title, icon, keys } = command;
  // Restores the focus first: a command may act on the focused element.
  return { id, title, icon, keys, run: () => setTimeout(() => command.run()) };
}

/** Last opened or saved files. */
function recentItems(model: AppModel): readonly MenuItem[] {
  const newest = recentEntries(model).slice(0, recentlyShown);
  return newest.map((entry, index) => ({ ...entry, apart: index === 0, keys: undefined }));
}

/** Alt, pressed and released with nothing between. */
function useAlt(pressed: () => void): void {
  const latest = useRef(pressed);
  useEffect(() => {
    latest.current = pressed;
  });
  useEffect(() => {
    let alone = false;
    const down = (event: KeyboardEvent) => {
      alone = event.key === 'Alt' && !event.ctrlKey && !event.shiftKey && !event.metaKey;
    };
    const other = () => (alone = false);
    const up = (event: KeyboardEvent) => {
      if (event.key !== 'Alt' || !alone || document.querySelector('dialog[open]')) return;
      alone = false;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', down, true);
    window.addEventListener('keyup', up, true);
    window.addEventListener('blur', other);
    window.addEventListener('pointerdown', other, true);
    return () => {
      window.removeEventListener('keydown', down, true);
      window.removeEventListener('keyup', up, true);
      window.removeEventListener('blur', other);
      window.removeEventListener('pointerdown', other, true);
    };
  }, []);
}

/** The menus, with the id prefixes of their commands. The last one takes the rest. */
const menus = [
  { title: 'File', of: ['file', 'recording', 'export', 'runs'] },
  {
    title: 'Inspect',
    of: ['pick', 'tree', 'element', 'picture', 'inspect', 'events', 'snapshot', 'window', 'windows'],
  },
  { title: 'Record', of: ['record', 'replay', 'script', 'step', 'group', 'insert'] },
  { title: 'Agents', of: ['task', 'debug', 'mcp', 'halt', 'stop', 'call'] },
  { title: 'View', of: ['view', 'region', 'layout', 'theme', 'outline'] },
  { title: 'Help', of: [] },
] as const satisfies readonly { readonly title: string; readonly of: readonly string[] }[];

interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** Keys with their usual meaning, which need no menu. */
const plain = new Set(['escape', 'edit.selectAll']);

/** All commands, by menu. */
export function menuGroups(commands: readonly Command[]): readonly CommandGroup[] {
  const known: readonly string[] = menus.flatMap(({ of }) => [...of]);
  const part = ({ id }: Command) => id.split('.')[0] ?? '';
  return menus.map(({ title, of }, index) => {
    const isLast = index === menus.length - 1;
    const isIn = (command: Command) =>
      isLast ? !known.includes(part(command)) : (of as readonly string[]).includes(part(command));
    return { title, commands: commands.filter((command) => !plain.has(command.id) && isIn(command)) };
  });
}
