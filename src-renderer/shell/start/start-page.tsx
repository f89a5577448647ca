import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { count } from '#contract/count';
import { partTexts, Warnings } from '../../features/settings/index.ts';
import { Button, IconButton } from '../../ui/button/button.tsx';
import { canRun } from '../../ui/command.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { Notice } from '../../ui/state/state.tsx';
import { KeyHint } from '../../ui/tooltip/key-hint.tsx';
import { useApp, useCommand, useShell } from '../app-context.tsx';
import { recentEntries, runEntries } from '../palette/places.ts';
import type { Entry } from '../palette/entries.ts';
import styles from './start.module.css';

/** As many as fit at a glance. */
const shown = 5;

/** The doctor asks every app: a user who opens a window at once does not wait for it. In milliseconds. */
const checkAfterMs = 3_000;

/** Where to start: the app's three purposes, recent files, and this machine's problems. */
export function StartPage(): ReactNode {
  return (
    <div className={styles.page} data-testid="start">
      <div className={styles.columns}>
        <Unsaved />
        <Part title="Start">
          <Begin
            command="pick.toggle"
            title="Pick an element"
            text="Point at anything on the desktop; get its selectors."
          />
          <Begin command="record.toggle" title="Record" text="Use your apps; every step is kept and can be replayed." />
          <Begin
            command="mcp.connect"
            title="Connect an agent"
            text="Claude Code, Codex, VS Code and more, in one click."
          />
          <Begin command="file.open" title="Open" text="A recording or a run." />
        </Part>
        <Recent />
        <Machine />
      </div>
    </div>
  );
}

/** Steps that are in no file, of this session or the last. */
function Unsaved(): ReactNode {
  const { recorder, shell } = useApp();
  const recorded = useStore(recorder, (state) => state.recorded);
  if (recorded === null || recorded.status !== 'idle' || !recorded.dirty) return null;
  const steps = recorded.recording.steps.length;
  if (steps === 0) return null;
  const { save, clear } = recorder.getState();
  return (
    <div data-testid="unsaved">
      <Notice icon="record">
        {recorded.leftUnsaved ? recorded.notice : `Unsaved recording: ${count(steps, 'step')}.`}
        <span className={styles.choices}>
          <Button variant="primary" onClick={() => shell.getState().show('record')}>
            Show steps
          </Button>
          <Button onClick={() => void save()}>Save</Button>
          <Button onClick={() => void clear()}>Discard</Button>
        </span>
      </Notice>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  );
}

interface BeginProps {
  readonly command: string;
  readonly title: string;
  readonly text: string;
}

function Begin({ command: id, title, text }: BeginProps): ReactNode {
  const command = useCommand(id);
  const enabled = useStore(useApp().recorder, () => canRun(command));
  return (
    <button type="button" className={styles.begin} disabled={!enabled} onClick={() => command.run()}>
      <Icon name={command.icon} className={styles.icon} />
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.text}>{text}</span>
      </span>
      {command.keys?.[0] !== undefined && <KeyHint keys={command.keys[0]} />}
    </button>
  );
}

function Recent(): ReactNode {
  const model = useApp();
  const { client, report } = model.services;
  const recents = useShell((state) => state.recents);
  const runs = useStore(model.runs, (state) => state.runs);
  const files = recents.length === 0 ? [] : recentEntries(model).slice(0, shown);
  // Nobody looks for the app's own run.
  const finished = runs === null ? [] : runEntries(model, (run) => !run.live).slice(0, shown);
  const forget = (path: string) => void client['files.forgetRecent']({ path }).catch(report);
  return (
    <>
      <Part title="Recent recordings">
        {files.map((entry, index) => (
          <div key={entry.id} className={styles.line}>
            <Place entry={entry} />
            <IconButton
              icon="close"
              label={`Remove ${entry.title} from this list`}
              onClick={() => forget(recents[index]?.path ?? '')}
            />
          </div>
        ))}
        {files.length === 0 && <p className={styles.none}>Recordings you save or open are listed here.</p>}
      </Part>
      <Part title="Recent runs">
        {finished.map((entry) => (
          <Place key={entry.id} entry={entry} />
        ))}
        {finished.length === 0 && <p className={styles.none}>Replays and agents’ calls are listed here.</p>}
      </Part>
    </>
  );
}

function Place({ entry }: { readonly entry: Entry }): ReactNode {
  return (
    <button
      type="button"
      className={styles.place}
      data-tip={`${entry.title}\n${entry.note}`}
      onClick={() => entry.run()}
    >
      <Icon name={entry.icon} />
      <span className={styles.name}>{entry.title}</span>
      <span className={styles.note}>{entry.note}</span>
    </button>
  );
}

function Machine(): ReactNode {
  const { settings } = useApp();
  const all = useCommand('doctor.run');
  useEffect(() => {
    const { checks, diagnose } = settings.getState();
    if (checks !== null) return undefined;
    const later = setTimeout(() => void diagnose(), checkAfterMs);
    return () => clearTimeout(later);
  }, [settings]);
  return (
    <Part title={partTexts.checks.title}>
      <Warnings onAll={() => all.run()} />
    </Part>
  );
}
