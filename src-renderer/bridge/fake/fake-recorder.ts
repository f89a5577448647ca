import type { ExportedScript, RecorderState, ReplayState, StepResult } from '#contract/api';
import type { Recording, Step } from '#contract/model/recordings/recording';

type Announce = (topic: 'recorder.changed' | 'replay.changed', payload: never) => void;

function fakeStep(index: number, name: string): Step {
  return {
    id: `step-${index}`,
    at: index * 900,
    action: { type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 40, y: 30 } },
    target: {
      controlType: 'Button',
      name,
      bounds: { x: 536, y: 292, width: 92, height: 66 },
      selectors: [
        { selector: `role=Button name="${name}"`, kind: 'name', grade: 'A', matchCount: 1, elapsedMs: 0.4 },
        {
          selector: `role=Table name="keypad" >> role=Button nth=${index}`,
          kind: 'ordinal',
          grade: 'D',
          matchCount: 1,
          elapsedMs: 0.7,
        },
      ],
    },
    window: { title: 'Calculator', app: 'galculator' },
    enabled: true,
  };
}

/** Records one step a second by itself, until stopped. Replays do nothing. */
export function createFakeRecorder(announce: Announce) {
  let recording: Recording = {
    version: 1,
    id: 'fake',
    name: 'Recording',
    createdAt: '2026-01-01T00:00:00Z',
    platform: 'fake',
    steps: [],
  };
  let startedAt: number | null = null;
  let timer: number | undefined;
  const past: Recording[] = [];
  const future: Recording[] = [];
  const state = (): RecorderState => ({
    status: startedAt === null ? 'idle' : 'recording',
    startedAt,
    recording,
    path: null,
    dirty: true,
    notice: '',
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  });
  const changed = () => announce('recorder.changed', state() as never);
  const edit = (steps: Step[]) => {
    past.push(recording);
    future.length = 0;
    recording = { ...recording, steps };
    changed();
  };
  const swap = (from: Recording[], to: Recording[]) => {
    const other = from.pop();
    if (!other) return;
    to.push(recording);
    recording = other;
    changed();
  };
  return {
    state,
    start() {
      startedAt = Date.now();
      const names = ['7', '×', '6', '='];
      timer = window.setInterval(() => {
        const { length } = recording.steps;
        edit([...recording.steps, fakeStep(length, names[length % 4] ?? '')]);
      }, 1000);
      changed();
    },
    stop() {
      clearInterval(timer);
      startedAt = null;
      changed();
    },
    edit: (change: (steps: Step[]) => Step[]) => edit(change([...recording.steps])),
    undo: () => swap(past, future),
    redo: () => swap(future, past),
    replay: () => replay(recording.steps, (replayState) => announce('replay.changed', replayState as never)),
    export: (format: string) => exportSteps(recording.steps, format),
  };
}

async function replay(steps: readonly Step[], notify: (state: ReplayState) => void): Promise<void> {
  const results = steps.map((step): StepResult => ({ step: step.id, status: 'pending', elapsedMs: 0, message: '' }));
  for (const [i, step] of steps.entries()) {
    results[i] = { step: step.id, status: 'running', elapsedMs: 0, message: '' };
    notify({ status: 'running', results: [...results], elapsedMs: i * 400 });
    await new Promise((resolve) => setTimeout(resolve, 400));
    const failed = i === 3;
    results[i] = failed
      ? {
          step: step.id,
          status: 'failed',
          elapsedMs: 5000,
          message: 'No element matches. Look at the current tree, or wait longer.',
        }
      : {
          step: step.id,
          status: i === 1 ? 'healed' : 'passed',
          elapsedMs: 38 + i,
          message: i === 1 ? 'Found by its second selector.' : '',
        };
    if (failed) break;
  }
  const status = results.some((result) => result.status === 'failed') ? 'failed' : 'passed';
  notify({ status, results, elapsedMs: 1600 });
}

function exportSteps(steps: readonly Step[], format: string): ExportedScript {
  const lines: [number, number][] = [];
  const text: string[] = [];
  for (const step of steps) {
    const call = { tool_key: 'action::click_input', parameters: { selector: step.target?.selectors[0]?.selector } };
    const code =
      format === 'python'
        ? [`client.call(${JSON.stringify(call.tool_key)}, selector=${JSON.stringify(call.parameters.selector)})`]
        : JSON.stringify(call, null, 2).split('\n');
    lines.push([text.length + 1, text.length + code.length]);
    text.push(...code);
  }
  return { text: text.join('\n'), lines, language: format, extension: format };
}
