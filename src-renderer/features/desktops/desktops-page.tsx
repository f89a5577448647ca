import { useEffect, type ReactNode, useRef, useState } from 'react';
import type { OwnDesktopInfo } from '#contract/model/own-desktop';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button, IconButton } from '../../ui/button/button.tsx';
import { PanelHeader } from '../../ui/layout/section/section.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/state/state.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { useDesktops, useDesktopsApi } from './context.ts';
import { Screen } from './screen.tsx';
import { nameOf, openedDesktop } from './store.ts';
import styles from './desktops.module.css';

/** Interval between two updates of a tile, in milliseconds. */
const tileRestMs = 500;

/** Deskscope's own desktops: all of them small, or one of them large. */
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
          <span className={styles.none}>No live view</span>
        )}
      </span>
      <span className={styles.caption}>
        <strong>{nameOf(desktop)}</strong> {width} × {height}
        {takenOver && <Badge>yours</Badge>}
      </span>
    </button>
  );
}

/** One desktop, large: watched, or controlled in place of its agent. */
function OpenDesktop({ desktop }: { readonly desktop: OwnDesktopInfo }): ReactNode {
  const { open, stop } = useDesktopsApi().getState();
  const leave = useRef<HTMLButtonElement>(null);
  const { id, session, width, height, holds, hasView, takenOver } = desktop;
  return (
    <>
      <PanelHeader title="Desktop" note={`${nameOf(desktop)}, ${width} × ${height}`}>
        <IconButton icon="arrow-left" label="All desktops" onClick={() => open(null)} />
        {hasView && <TakeOver desktop={desktop} button={leave} />}
        <Inspect id={id} />
        <StartApp id={id} />
        <Button icon="debug-stop" onClick={() => void stop(id)}>
          Stop
        </Button>
      </PanelHeader>
      {hasView ? (
        <div className={styles.large}>
          <Screen
            desktop={id}
            label={`Picture of desktop ${nameOf(desktop)}`}
            controlled={takenOver}
            onLeave={() => leave.current?.focus()}
          />
        </div>
      ) : (
        <EmptyState icon="vm" title="This desktop has no live view">
          {session === 'x11' ? (
            <>
              It runs in Xvfb. Run <code>sudo apt-get install --no-install-recommends tigervnc-standalone-server</code>,
              then start another desktop.
            </>
          ) : (
            <>It runs in {session}. Inspect shows its windows.</>
          )}
        </EmptyState>
      )}
      <p className={styles.note} role="status">
        <Hint desktop={desktop} />
        {holds}
      </p>
    </>
  );
}

/** What the user's pointer and keys do in the picture. */
function Hint({ desktop: { id, takenOver } }: { readonly desktop: OwnDesktopInfo }): ReactNode {
  const pointing = useDesktops(({ inspected, pointing }) => (inspected === id ? pointing : null));
  if (pointing !== null) return `${pointing || 'Point at an element'}: a click picks it, Escape cancels. `;
  return takenOver ? 'You work here; what acts here waits. F6 leaves the picture. ' : '';
}

function Inspect({ id }: { readonly id: string }): ReactNode {
  const isHere = useDesktops(({ inspected }) => inspected === id);
  const { inspect } = useDesktopsApi().getState();
  return (
    <Button
      icon="inspect"
      data-tip={
        isHere ? 'Inspect, pick, record and replay on your own desktop again' : 'Inspect, pick, record and replay here'
      }
      onClick={() => void inspect(isHere ? null : id)}
    >
      {isHere ? 'Stop inspecting' : 'Inspect'}
    </Button>
  );
}

interface TakeOverProps {
  readonly desktop: OwnDesktopInfo;
  readonly button: React.RefObject<HTMLButtonElement | null>;
}

function TakeOver({ desktop: { id, takenOver }, button }: TakeOverProps): ReactNode {
  const { takeOver, giveBack } = useDesktopsApi().getState();
  const taking = useDesktops((state) => state.taking);
  return (
    <Button
      ref={button}
      icon={takenOver ? 'debug-continue' : 'person'}
      busy={taking}
      disabled={taking}
      onClick={() => void (takenOver ? giveBack(id) : takeOver(id))}
    >
      {takenOver ? 'Give back' : 'Take over'}
    </Button>
  );
}

function StartApp({ id }: { readonly id: string }): ReactNode {
  const { launch } = useDesktopsApi().getState();
  const [command, setCommand] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (command.trim() === '') return;
        void launch(id, command);
        setCommand('');
      }}
    >
      <TextField label="Start an app" placeholder="e.g. galculator" value={command} onText={setCommand} />
    </form>
  );
}
