import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sleep } from '../../base/async/deadline.ts';
import type { Engine } from '../../engine/engine.ts';
import { Replay } from '../../replay/replay.ts';
import { createBench } from '../../tools/testing/run-tools.ts';
import type { Point } from '#contract/model/geometry';
import { describeStep, type Recording, type Step, type UsedProgram } from '#contract/model/recordings/recording';
import { startRecorder } from '../recorder.ts';

const execute = promisify(execFile);

/** Another client of the X server, whose input counts as the user's. */
export const xdotool = (...args: readonly (string | number)[]) => execute('xdotool', args.map(String));

/** How long a hand rests before a press, in milliseconds. */
const restMs = 300;

export async function press(at: Point, { count = 1, downMs = 30 } = {}): Promise<void> {
  await xdotool('mousemove', at.x, at.y);
  await sleep(restMs);
  const once = ['mousedown', 1, 'sleep', downMs / 1_000, 'mouseup', 1];
  await xdotool(...once, ...(count === 2 ? ['sleep', 0.06, ...once] : []));
}

export async function drag(from: Point, to: Point): Promise<void> {
  await xdotool('mousemove', from.x, from.y);
  await sleep(restMs);
  await xdotool('mousedown', 1);
  for (let n = 1; n <= 8; n++) {
    const part = (a: number, b: number) => a + Math.round(((b - a) * n) / 8);
    await xdotool('mousemove', part(from.x, to.x), part(from.y, to.y));
    await sleep(25);
  }
  await sleep(100);
  await xdotool('mouseup', 1);
}

/** The steps of a user's acts, each done once the desktop has settled. */
export async function recorded(engine: Engine, ...acts: readonly (() => Promise<unknown>)[]): Promise<Step[]> {
  return (await recordedWhole(engine, ...acts)).steps;
}

/** As {@link recorded}, and how the programs had been started. */
export async function recordedWhole(engine: Engine, ...acts: readonly (() => Promise<unknown>)[]) {
  const steps: Step[] = [];
  const programs: UsedProgram[] = [];
  const recorder = startRecorder({
    engine,
    changed(change) {
      steps.push(...change.steps);
      if (change.program) programs.push(change.program);
      const { late } = change;
      const at = steps.findIndex(({ id }) => id === late?.step);
      if (late && at >= 0) steps[at] = { ...steps[at]!, ...late.news };
    },
    notice: () => undefined,
  });
  await engine.describe({});
  await sleep(700);
  for (const act of acts) {
    await act();
    await sleep(900);
  }
  await recorder.stop();
  return { steps, programs };
}

/** The result of each step: `passed`, or why not. */
export async function replayed(
  engine: Engine,
  steps: readonly Step[],
  allowed: { readonly mayStart?: true; readonly mayMiss?: true } = {},
): Promise<readonly string[]> {
  const about = { version: 1, id: 'r', name: 'r', createdAt: '2026-01-01T00:00:00.000Z', platform: 'linux' } as const;
  const recording: Recording = { ...about, steps: [...steps] };
  const bench = await createBench({ engine, caller: { kind: 'user', name: 'user' } });
  const replay = new Replay({ runner: bench.runner, settings: () => ({ stepTimeoutMs: 5_000 }) });
  const { results } = await replay.run({ recording, ...allowed });
  return results.map(({ status, message }) => (status === 'passed' ? status : `${status}: ${message}`));
}

/** In words, without window titles. */
export const inWords = (steps: readonly Step[]) => steps.map((step) => describeStep({ ...step, window: {} }));
