import { type ReactNode, useState } from 'react';
import { CommandButton, IconButton } from '../../../ui/button/button.tsx';
import type { Command } from '../../../ui/command.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { Toolbar } from '../../../ui/layout/toolbar/toolbar.tsx';
import { CommandMenu } from '../../../ui/menu/command-menu.tsx';
import { useRecorder, useRecorderApi } from '../context.ts';
import { isRecording, stepsOf } from '../derived.ts';
import { ReplayInputs } from './replay-inputs.tsx';
import styles from './replay.module.css';

const speeds = [
  { value: '0', title: 'Full speed' },
  { value: '300', title: 'Rest 0.3 s' },
  { value: '1000', title: 'Rest 1 s' },
  { value: '3000', title: 'Rest 3 s' },
];

interface ReplayBarProps {
  readonly commands: readonly Command[];
  /** Put steps behind the chosen one. */
  readonly insert: readonly Command[];
}

/** Runs, pauses and steps a replay, and how fast it goes. */
export function ReplayBar({ commands, insert }: ReplayBarProps): ReactNode {
  const hidden = useRecorder((state) => stepsOf(state).length === 0 || isRecording(state));
  const pauseMs = useRecorder((state) => state.replayPauseMs);
  // What can be done depends on it.
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

/** The settings file may say something between. */
function withOwn(pauseMs: number) {
  const value = String(pauseMs);
  if (speeds.some((speed) => speed.value === value)) return speeds;
  return [...speeds, { value, title: `Rest ${pauseMs / 1000} s` }];
}

/** Opens the menu of what can be put behind the chosen step. */
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
