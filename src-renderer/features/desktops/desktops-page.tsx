import { useEffect, type ReactNode } from 'react';
import type { OwnDesktopInfo } from '#contract/model/own-desktop';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { PanelHeader } from '../../ui/layout/section/section.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { Loading } from '../../ui/state/notice.tsx';
import { useDesktops, useDesktopsApi } from './context.ts';
import { OpenDesktop } from './open-desktop.tsx';
import { Screen } from './screen.tsx';
import { nameOf, openedDesktop } from './store.ts';
import styles from './desktops.module.css';

/** Between two looks at what has changed in a tile, in milliseconds. */
const tileRestMs = 500;

/** The desktops apart from the person's: all of them small, or one of them large. */
export function DesktopsPage(): ReactNode {
  const api = useDesktopsApi();
  useEffect(() => api.getState().look(), [api]);
  const opened = useDesktops(openedDesktop);
  return (
    <section className={styles.page} aria-label="Desktops" data-testid="desktops">
      {opened ? <OpenDesktop key={opened.id} desktop={opened} /> : <AllDesktops />}
    </section>
  );
}

function AllDesktops(): ReactNode {
  const list = useDesktops((state) => state.list);
  return (
    <>
      <PanelHeader title="Desktops" note={list && list.length > 0 ? list.length : undefined}>
        <StartButton />
      </PanelHeader>
      <Tiles />
    </>
  );
}

function StartButton(): ReactNode {
  const starting = useDesktops((state) => state.starting);
  const { start } = useDesktopsApi().getState();
  return (
    <Button icon="add" busy={starting} disabled={starting} onClick={() => void start()}>
      New desktop
    </Button>
  );
}

function Tiles(): ReactNode {
  const list = useDesktops((state) => state.list);
  const failure = useDesktops((state) => state.failure);
  const { refresh } = useDesktopsApi().getState();
  if (failure !== null) return <ErrorState error={failure} onRetry={() => void refresh()} />;
  if (list === null) return <Loading what="Looking for desktops" />;
  if (list.length === 0) {
    return (
      <EmptyState icon="vm" title="No desktop is open">
        Desktops apart from yours appear here: those of agents, of tests and of <code>deskscope desktop start</code>.
        Press New desktop to start one; your pointer, windows and files stay yours.
      </EmptyState>
    );
  }
  return (
    <ul className={styles.tiles}>
      {list.map((desktop) => (
        <li key={desktop.id}>
          <Tile desktop={desktop} />
        </li>
      ))}
    </ul>
  );
}

function Tile({ desktop }: { readonly desktop: OwnDesktopInfo }): ReactNode {
  const { open } = useDesktopsApi().getState();
  const { id, width, height, hasView, takenOver } = desktop;
  return (
    <button type="button" className={styles.tile} data-testid={`desktop-${id}`} onClick={() => open(id)}>
      <span className={styles.small} style={{ aspectRatio: `${width} / ${height}` }} inert>
        {hasView ? (
          <Screen desktop={id} label="" controlled={false} restMs={tileRestMs} />
        ) : (
          <span className={styles.none}>No picture: it runs in Xvfb</span>
        )}
      </span>
      <span className={styles.caption}>
        <strong>{nameOf(desktop)}</strong> {width} × {height}
        {takenOver && <Badge>yours</Badge>}
      </span>
    </button>
  );
}
