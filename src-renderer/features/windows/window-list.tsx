import { useMemo, useState, type ReactNode, useEffect } from 'react';
import type { WindowInfo, WindowId } from '#contract/model/windows/window';
import { oneLine } from '#contract/foreign-text';
import { CommandButton } from '../../ui/button/button.tsx';
import type { Command } from '../../ui/command.ts';
import { TextField } from '../../ui/field/text-field.tsx';
import { List } from '../../ui/list/list.tsx';
import { CommandMenu } from '../../ui/menu/menu.tsx';
import { PanelHeader } from '../../ui/layout/section/section.tsx';
import { EmptyState, ErrorState, Loading, Notice } from '../../ui/state/state.tsx';
import { Toolbar } from '../../ui/layout/toolbar/toolbar.tsx';
import { Badge } from '../../ui/badge/badge.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { useWindows, useWindowsApi } from './context.ts';
import { filterWindows } from './store.ts';
import { windowsScope } from './commands.ts';
import styles from './windows.module.css';

interface WindowListProps {
  readonly toolbar: readonly Command[];
  readonly menu: readonly Command[];
  /** Moves on into the window: by Enter or a double click. */
  readonly onOpen: () => void;
}

/** The live list of windows, with commands for the selected one. */
export function WindowList({ toolbar, menu, onOpen }: WindowListProps): ReactNode {
  const snapshot = useWindows((state) => state.snapshot);
  const filter = useWindows((state) => state.filter);
  const setFilter = useWindows((state) => state.setFilter);
  const unseen = useWindows((state) => state.unseen);
  // Its commands depend on the selected window.
  useWindows((state) => state.selected);
  const shown = useMemo(() => filterWindows(snapshot?.items ?? [], filter), [snapshot, filter]);
  return (
    <section className={styles.panel} aria-label="Windows" data-testid="windows" data-scope={windowsScope}>
      <PanelHeader title="Windows" note={snapshot ? count(shown.length, snapshot.items.length) : undefined}>
        <Toolbar label="Selected window">
          {toolbar.map((command) => (
            <CommandButton key={command.id} command={command} />
          ))}
        </Toolbar>
      </PanelHeader>
      {unseen && (
        <Notice icon="warning" tone="warning">
          <details>
            <summary>{unseen.message}</summary>
            {unseen.fix}
          </details>
        </Notice>
      )}
      <div className={styles.filter}>
        <TextField label="Filter by title, app or pid" icon="filter" value={filter} onText={setFilter} type="search" />
      </div>
      <WindowRows shown={shown} commands={menu} onOpen={onOpen} />
    </section>
  );
}

function WindowRows({
  shown,
  commands,
  onOpen,
}: {
  readonly shown: readonly WindowInfo[];
  readonly commands: readonly Command[];
  readonly onOpen: () => void;
}): ReactNode {
  const loaded = useWindows((state) => state.snapshot !== null);
  const error = useWindows((state) => state.error);
  const selected = useWindows((state) => state.selected);
  const filter = useWindows((state) => state.filter);
  const { select, load } = useWindowsApi().getState();
  const [menu, setMenu] = useState<{ readonly x: number; readonly y: number } | null>(null);
  if (error !== null) return <ErrorState error={error} onRetry={() => void load()} />;
  if (!loaded) return <Loading what="Looking for windows" />;
  if (shown.length === 0) return <NoWindows filtered={filter !== ''} />;
  return (
    <>
      <List
        label="Windows"
        testId="window-list"
        items={shown}
        idOf={(window) => window.id}
        textOf={(window) => window.title || window.app}
        selected={selected}
        render={(window) => <WindowRow window={window} />}
        rowClass={(window) => (window.state === 'minimized' ? styles.minimized : undefined)}
        onSelect={select}
        onOpen={onOpen}
        onMenu={(id, at) => {
          select(id);
          setMenu(at);
        }}
      />
      {menu && <CommandMenu label="Window" at={menu} commands={commands} onClose={() => setMenu(null)} />}
    </>
  );
}

function NoWindows({ filtered }: { readonly filtered: boolean }): ReactNode {
  return filtered ? (
    <EmptyState icon="filter" title="No window matches" />
  ) : (
    <EmptyState icon="window" title="No windows yet">
      Open an app: it appears here by itself.
    </EmptyState>
  );
}

function count(shown: number, all: number): string {
  return shown === all ? String(all) : `${shown} of ${all}`;
}

/** Icon, title, app, and special states of the window. */
function WindowRow({ window }: { readonly window: WindowInfo }): ReactNode {
  return (
    <>
      <WindowIcon id={window.id} />
      <span
        className={styles.title}
        data-tip={oneLine(
          [window.title, window.app, window.toolkit, `pid ${window.processId}`].filter(Boolean).join(' · '),
        )}
      >
        {oneLine(window.title) || <i>Untitled</i>}
      </span>
      <span className={styles.app}>{window.app}</span>
      <span className={styles.badges}>
        {window.active && <Badge>active</Badge>}
        {window.state === 'minimized' && <Badge>minimised</Badge>}
        {window.state === 'fullscreen' && <Badge>full screen</Badge>}
        {window.alwaysOnTop && <Badge>on top</Badge>}
        {window.demandsAttention && <Badge>attention</Badge>}
        {window.kind !== 'normal' && <Badge>{window.kind}</Badge>}
      </span>
    </>
  );
}

function WindowIcon({ id }: { readonly id: WindowId }): ReactNode {
  const url = useWindows((state) => state.icons.get(id) ?? null);
  const store = useWindowsApi();
  useEffect(() => void store.getState().loadIcon(id), [store, id]);
  return url ? <img src={url} alt="" className={styles.icon} /> : <Icon name="window" className={styles.icon} />;
}
