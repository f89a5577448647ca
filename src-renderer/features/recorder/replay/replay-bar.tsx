import { type ReactNode, useState } from 'react';
import type { ReplayNeeds } from '#contract/api';
import { CommandButton, IconButton, Button } from '../../../ui/button/button.tsx';
import type { Command } from '../../../ui/command.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { Toolbar } from '../../../ui/layout/toolbar/toolbar.tsx';
import { CommandMenu } from '../../../ui/menu/menu.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Notice } from '../../../ui/state/state.tsx';
import { useRecorder, useRecorderApi } from '../context.ts';
import { isRecording, stepsOf } from '../derived.ts';
import styles from './replay.module.css';

const speeds = [
  { value: '0', title: 'Full speed' },
  { value: '300', title: 'Rest 0.3 s' },
  { value: '1000', title: 'Rest 1 s' },
  { value: '3000', title: 'Rest 3 s' },
];

interface ReplayBarProps {
  readonly commands: readonly Command[];
  /** Commands that insert steps after the selected one. */
  readonly insert: readonly Command[];
}

/** Runs, pauses and steps a replay, and sets its speed. */
export function ReplayBar({ commands, insert }: ReplayBarProps): ReactNode {
  const hidden = useRecorder((state) => stepsOf(state).length === 0 || isRecording(state));
  const pauseMs = useRecorder((state) => state.replayPauseMs);
  // Its commands depend on the replay.
  useRecorder((state) => state.replay.status);
  const { setReplayPause } = useRecorderApi().getState();
  if (hidden) return null;
  return (
    <div className={styles.bar} data-testid="replay-bar">
      <Toolbar label="Replay">
        {commands.map((command) => (
          <CommandButton key={command.id} command={command} />
        ))}
        <InsertButton commands={insert} />
      </Toolbar>
      <SelectField
        label="How fast steps follow each other"
        value={String(pauseMs)}
        options={withOwn(pauseMs)}
        onChange={(ms) => void setReplayPause(Number(ms))}
      />
      <ReplayInputs />
    </div>
  );
}

/** The settings file may contain a value between these. */
function withOwn(pauseMs: number) {
  const value = String(pauseMs);
  if (speeds.some((speed) => speed.value === value)) return speeds;
  return [...speeds, { value, title: `Rest ${pauseMs / 1000} s` }];
}

/** Opens the menu of steps to insert after the selected one. */
function InsertButton({ commands }: { readonly commands: readonly Command[] }): ReactNode {
  const [at, setAt] = useState<{ readonly x: number; readonly y: number } | null>(null);
  return (
    <>
      <IconButton
        icon="add"
        label="Insert a step after the selected one"
        aria-haspopup="menu"
        data-testid="insert-step"
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          setAt({ x: left, y: bottom });
        }}
      />
      {at && <CommandMenu label="Insert a step" at={at} commands={commands} onClose={() => setAt(null)} />}
    </>
  );
}

/** Asks for a replay's inputs: recorded texts, and secrets that no recording contains. */
function ReplayInputs(): ReactNode {
  const asking = useRecorder((state) => state.asking);
  const { endAsking } = useRecorderApi().getState();
  if (!asking) return null;
  return (
    <Dialog label="Replay with other texts" onClose={endAsking}>
      <Fields needs={asking.needs} missing={asking.missing} />
    </Dialog>
  );
}

/** On-screen keyboards follow the type. */
const modes = { text: 'text', number: 'decimal', date: 'text', email: 'email', url: 'url' } as const;

function Fields({ needs, missing }: { readonly needs: ReplayNeeds; readonly missing: string }): ReactNode {
  const { replayWith, endAsking } = useRecorderApi().getState();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  return (
    <form
      className={styles.inputs}
      data-testid="replay-inputs"
      onSubmit={(event) => {
        event.preventDefault();
        void replayWith(texts, secrets);
      }}
    >
      <h2 className={styles.heading}>Replay with other texts</h2>
      {missing !== '' && (
        <Notice icon="warning" tone="warning">
          {missing} Used for this replay only.
        </Notice>
      )}
      {needs.inputs.map(({ name, label, type, value }) => (
        <label key={name} className={styles.input}>
          <span>{label || name}</span>
          <TextField
            label={name}
            placeholder={value}
            inputMode={modes[type]}
            value={texts[name] ?? value}
            onText={(text) => setTexts({ ...texts, [name]: text })}
          />
          <span className={styles.type}>{type === 'text' ? name : `${name}, ${type}`}</span>
        </label>
      ))}
      {needs.secrets.map(({ name, known }) => (
        <label key={name} className={styles.input}>
          <span>Secret {name}</span>
          <TextField
            label={`Secret ${name}`}
            placeholder={known ? 'From the environment' : ''}
            type="password"
            value={secrets[name] ?? ''}
            onText={(text) => setSecrets(withText(secrets, name, text))}
          />
          <span className={styles.type}>kept nowhere</span>
        </label>
      ))}
      <div className={styles.actions}>
        <Button onClick={endAsking}>Cancel</Button>
        <Button variant="primary" icon="play" onClick={() => void replayWith(texts, secrets)}>
          Replay
        </Button>
        <input type="submit" hidden />
      </div>
    </form>
  );
}

/** An empty field is unset: the environment's value counts. */
function withText(texts: Readonly<Record<string, string>>, name: string, text: string) {
  const { [name]: _, ...others } = texts;
  return text === '' ? others : { ...others, [name]: text };
}
