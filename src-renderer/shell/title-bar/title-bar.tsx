import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { isWorking } from '../../features/agents/index.ts';
import { isRecording } from '../../features/recorder/index.ts';
import { Button } from '../../ui/button/button.tsx';
import { canRun } from '../../ui/command.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { KeyHint } from '../../ui/tooltip/key-hint.tsx';
import { Toolbar } from '../../ui/layout/toolbar/toolbar.tsx';
import { formatClock, useNow } from '../../ui/hooks/use-now.ts';
import { useApp, useCommand } from '../app-context.tsx';
import { AppMenu } from '../menu/app-menu.tsx';
import styles from './title-bar.module.css';

/** The app's name, the palette's button, and the most common commands. */
export function TitleBar(): ReactNode {
  const palette = useCommand('palette.open');
  return (
    <header className={styles.bar} data-region="title">
      <div className={styles.app}>
        <AppMenu />
        <h1 className={styles.name}>Deskscope</h1>
      </div>
      <button type="button" className={styles.palette} onClick={() => palette.run()} data-testid="palette-button">
        <Icon name="search" />
        <span className={styles.hint}>Search commands, windows, elements, steps</span>
        <KeyHint keys={palette.keys?.[0] ?? ''} />
      </button>
      <Toolbar label="Actions">
        <PickButton />
        <RecordButton />
        <PlainButton id="replay.start" title="Replay" />
        <PlainButton id="task.new" title="Task" />
        <PlainButton id="stop" title="Stop" />
      </Toolbar>
    </header>
  );
}

function PickButton(): ReactNode {
  const command = useCommand('pick.toggle');
  const picking = useStore(useApp().inspector, (state) => state.picking);
  return (
    <Button
      variant="ghost"
      icon={command.icon}
      aria-pressed={picking}
      data-tip={picking ? 'Stop picking' : command.title}
      data-tip-keys={command.keys?.[0]}
      data-testid="pick"
      onClick={() => command.run()}
    >
      Pick
    </Button>
  );
}

function RecordButton(): ReactNode {
  const command = useCommand('record.toggle');
  const { recorder } = useApp();
  const recording = useStore(recorder, isRecording);
  const startedAt = useStore(recorder, (state) => state.recorded?.startedAt ?? null);
  const enabled = useStore(recorder, () => canRun(command));
  const now = useNow(recording);
  const clock = formatClock(now - (startedAt ?? now));
  return (
    <Button
      variant={recording ? 'record' : 'ghost'}
      icon={recording ? 'debug-stop' : command.icon}
      disabled={!enabled}
      aria-label={recording ? `Stop recording, ${clock}` : 'Record'}
      data-tip={recording ? 'Stop recording' : 'Record what you do on the desktop'}
      data-tip-keys={command.keys?.[0]}
      data-testid="record"
      onClick={() => command.run()}
    >
      {recording ? clock : 'Record'}
    </Button>
  );
}

/** A command as a button; enabled by the stores it depends on. */
function PlainButton({ id, title }: { readonly id: string; readonly title: string }): ReactNode {
  const command = useCommand(id);
  const { agents, recorder, inspector } = useApp();
  useStore(inspector, (state) => state.picking);
  useStore(agents, isWorking);
  const enabled = useStore(recorder, () => canRun(command));
  return (
    <Button
      variant="ghost"
      icon={command.icon}
      disabled={!enabled}
      data-tip={command.title}
      data-tip-keys={command.keys?.[0]}
      data-testid={id}
      onClick={() => command.run()}
    >
      {title}
    </Button>
  );
}
