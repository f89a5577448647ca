import { useRef, useState, type ReactNode } from 'react';
import type { OwnDesktopInfo } from '#contract/model/own-desktop';
import { Button, IconButton } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { PanelHeader } from '../../ui/layout/section/section.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { useDesktops, useDesktopsApi } from './context.ts';
import { Screen } from './screen.tsx';
import { nameOf } from './store.ts';
import styles from './desktops.module.css';

/** One desktop, large: watched, or used in the place of what acts there. */
export function OpenDesktop({ desktop }: { readonly desktop: OwnDesktopInfo }): ReactNode {
  const { open, stop } = useDesktopsApi().getState();
  const leave = useRef<HTMLButtonElement>(null);
  const { id, width, height, holds, hasView, takenOver } = desktop;
  return (
    <>
      <PanelHeader title="Desktop" note={`${nameOf(desktop)}, ${width} × ${height}`}>
        <IconButton icon="arrow-left" label="All desktops" onClick={() => open(null)} />
        {hasView && <TakeOver desktop={desktop} button={leave} />}
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
        <EmptyState icon="vm" title="There is no picture: this desktop runs in Xvfb">
          Run <code>sudo apt-get install --no-install-recommends tigervnc-standalone-server</code>, then start another
          desktop.
        </EmptyState>
      )}
      <p className={styles.note} role="status">
        {takenOver ? 'You work here; what acts here waits. F6 leaves the picture. ' : ''}
        {holds}
      </p>
    </>
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
