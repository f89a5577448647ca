import type { StepResult } from '#contract/api';
import { describeStep, type Step } from '#contract/model/recording';
import type { RecorderState } from './store.ts';

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

/** Rows keep room for pictures only where there are any. */
export function hasPictures(state: RecorderState): boolean {
  return stepsOf(state).some(({ target }) => target?.picture !== undefined);
}

/** Something that can be entered otherwise when it is replayed. */
export function entersText(state: RecorderState): boolean {
  return stepsOf(state).some(
    ({ action, enabled }) => enabled && (action.type === 'setText' || action.type === 'typeText'),
  );
}

export function selectedStep(state: RecorderState): Step | null {
  return stepsOf(state).find(({ id }) => id === state.selected) ?? null;
}

export function resultOf(state: RecorderState, step: string): StepResult | undefined {
  return state.replay.results.find((result) => result.step === step);
}

/** Lines of the step that runs now or comes next, else of the chosen one. */
export function markedLines(state: RecorderState): readonly [number, number] | null {
  const running = state.replay.results.find(({ status }) => status === 'running')?.step ?? state.replay.next;
  const index = stepsOf(state).findIndex(({ id }) => id === (running ?? state.selected));
  return state.script?.lines[index] ?? null;
}

/** `Recording: 4 steps, “Click Button “=””`, or how the last replay went; empty where there is nothing to say. */
export function recorderSummary(state: RecorderState): string {
  const steps = stepsOf(state);
  const last = steps.at(-1);
  const count = `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`;
  if (isRecording(state))
    return `${state.recorded?.paused ? 'Recording paused' : 'Recording'}: ${count}${last ? `, ${describeStep(last)}` : ''}`;
  if (state.replay.status !== 'idle') return replaySummary(state);
  return steps.length > 0 ? `Recording has ${count}` : '';
}

/** `Replay failed: 3 of 4 passed, 1 healed, 5.1 s` */
export function replaySummary({ replay }: RecorderState): string {
  const count = (status: StepResult['status']) => replay.results.filter((result) => result.status === status).length;
  const unproven = replay.results.filter((result) => result.unproven).length;
  const parts = [
    `${count('passed') + count('healed')} of ${replay.results.length} passed`,
    count('healed') > 0 && `${count('healed')} healed`,
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
