import { useMemo } from 'react';
import type { StepResult } from '#contract/api';
import { describeStep, type Step } from '#contract/model/recordings/recording';
import type { StepGroup } from '#contract/model/recordings/step-group';
import { reasonsToSkip, runsOf } from '#contract/replay-runs';
import { rowsBetween, rowsOf, stepsIn, type Row } from './steps/rows.ts';
import type { RecorderState } from './store.ts';
import { useRecorder } from './context.ts';

export function isRecording(state: RecorderState): boolean {
  return state.recorded?.status === 'recording';
}

/** Running or paused. */
export function isReplaying(state: RecorderState): boolean {
  return state.replay.status === 'running' || isPaused(state);
}

export function isPaused(state: RecorderState): boolean {
  return state.replay.status === 'paused';
}

export function hasBreakpoint({ replay }: RecorderState, step: string): boolean {
  return replay.breakpoints?.includes(step) ?? false;
}

const noSteps: readonly Step[] = [];

export function stepsOf(state: RecorderState): readonly Step[] {
  return state.recorded?.recording.steps ?? noSteps;
}

/** `3 steps` */
export function stepCount({ length }: readonly Step[]): string {
  return `${length} ${length === 1 ? 'step' : 'steps'}`;
}

/** Rows reserve room for pictures only if there are any. */
export function hasPictures(state: RecorderState): boolean {
  return stepsOf(state).some(({ target }) => target?.picture !== undefined);
}

/** An input that replays can replace. */
export function entersText(state: RecorderState): boolean {
  return stepsOf(state).some(
    ({ action, enabled }) => enabled && (action.type === 'setText' || action.type === 'typeText'),
  );
}

export function selectedStep(state: RecorderState): Step | null {
  return stepsOf(state).find(({ id }) => id === state.selected) ?? null;
}

const noGroups: readonly StepGroup[] = [];

export function groupsOf(state: RecorderState): readonly StepGroup[] {
  return state.recorded?.recording.groups ?? noGroups;
}

/** The rows of the list. */
export function recordingRows(state: RecorderState): readonly Row[] {
  return rowsOf(stepsOf(state), groupsOf(state), state.folded);
}

export function selectedRow(state: RecorderState): Row | null {
  return recordingRows(state).find(({ id }) => id === state.selected) ?? null;
}

export function chosenRows(state: RecorderState): readonly Row[] {
  return rowsBetween(recordingRows(state), state.selected, state.anchor);
}

/** Operations on several steps apply to these. */
export function chosenSteps(state: RecorderState): readonly Step[] {
  return stepsIn(chosenRows(state));
}

/** A step's result: the last one, or a heal, which should not be missed. */
export function resultOf({ replay }: RecorderState, step: string): StepResult | undefined {
  const last = replay.results.find((result) => result.step === step);
  if (last?.status !== 'passed') return last;
  return replay.earlier?.find((result) => result.step === step && result.status === 'healed') ?? last;
}

/** Lines of the running or next step, else of the selected ones. */
export function markedLines(state: RecorderState): readonly [number, number] | null {
  const running = state.replay.results.find(({ status }) => status === 'running')?.step ?? state.replay.next;
  const steps = stepsOf(state);
  const marked = running === undefined ? chosenSteps(state) : steps.filter(({ id }) => id === running);
  const lines = marked.flatMap((step) => state.script?.lines[steps.indexOf(step)] ?? []);
  return lines.length === 0 ? null : [Math.min(...lines), Math.max(...lines)];
}

/** `Recording: 4 steps, “Click Button “=””`, or the result of the last replay; empty if none. */
export function recorderSummary(state: RecorderState): string {
  const steps = stepsOf(state);
  const last = steps.at(-1);
  const count = stepCount(steps);
  if (isRecording(state))
    return `${state.recorded?.paused ? 'Recording paused' : 'Recording'}: ${count}${last ? `, ${describeStep(last)}` : ''}`;
  if (state.replay.status !== 'idle') return replaySummary(state);
  return steps.length > 0 ? `Recording has ${count}` : '';
}

/** `Replay failed: 3 of 4 passed, 1 healed, 5.1 s` */
export function replaySummary(state: RecorderState): string {
  const { replay } = state;
  const runs = runsOf({ steps: stepsOf(state) }, replay);
  const count = (status: StepResult['status']) => runs.filter((result) => result.status === status).length;
  const unproven = runs.filter((result) => result.unproven).length;
  const reasons = reasonsToSkip(runs);
  const parts = [
    `${count('passed') + count('healed')} of ${runs.length} passed`,
    count('healed') > 0 && `${count('healed')} healed`,
    reasons !== '' && `${runs.filter(({ unmet }) => unmet).length} skipped (${reasons})`,
    unproven > 0 && `${unproven} without an effect to check`,
    `${(replay.elapsedMs / 1000).toFixed(1)}\u00a0s`,
  ];
  const verb = {
    idle: 'Replay',
    running: 'Replaying',
    paused: 'Replay paused',
    passed: 'Replay passed',
    failed: 'Replay failed',
    stopped: 'Replay stopped',
  };
  return `${verb[replay.status]}: ${parts.filter(Boolean).join(', ')}`;
}

/** The rows of the list. */
export function useRows(): readonly Row[] {
  const steps = useRecorder(stepsOf);
  const groups = useRecorder(groupsOf);
  const folded = useRecorder((state) => state.folded);
  return useMemo(() => rowsOf(steps, groups, folded), [steps, groups, folded]);
}
