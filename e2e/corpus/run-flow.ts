import { mkdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { describeStep, parseRecording, type Step } from '../../src-preload/contract/model/recordings/recording.ts';
import type { TestDesktop } from '../fixtures/desktop.ts';
import { root } from '../../scripts/lib/paths.mjs';
import { cli, startCli } from '../fixtures/cli.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import type { Acts } from './acts.ts';
import { changedApp, elsewhere } from './changes.ts';
import type { Flow, FlowApp } from './flow.ts';
import { stage, type Shift, type Staged } from './stage.ts';

/** Log for a person who investigates. */
const recordings = join(root, 'test-results', 'corpus');

/**
 * `right`: passed, with the effect; `stopped`: reported that it did not continue; `false pass`: reported a pass, without the
 * effect; `wrong action`: stopped after an action that was never recorded; `not tried`.
 */
export type Outcome = 'right' | 'stopped' | 'false pass' | 'wrong action' | 'not tried';

export interface FlowResult {
  readonly name: string;
  readonly toolkit: string;
  readonly tapMs: number;
  /** Whether each step matches the action. */
  readonly recorded: 'right' | 'wrong';
  readonly replayed: Outcome;
  /** The same, after a change of the app. */
  readonly changed: Outcome;
  readonly steps: readonly string[];
  /** Differences from the expectation, for a person. */
  readonly why: string;
}

/**
 * Records a flow, restarts its app at another position and size, replays it and checks the effect; and once more
 * with `withChange`, after the flow's own change of the app.
 */
export async function runFlow(desktop: TestDesktop, flow: Flow, withChange: boolean): Promise<FlowResult> {
  await mkdir(recordings, { recursive: true });
  const file = join(recordings, `${flow.name.replaceAll(/\W+/g, '-')}.json`);
  const about = { name: flow.name, toolkit: flow.toolkit, tapMs: flow.tapMs };
  try {
    const made = await record(desktop, flow, file);
    const steps = made.steps.map(inWords);
    const fault = faultOf(flow, steps);
    const recorded = fault === '' ? ('right' as const) : ('wrong' as const);
    const replayed = await replay(desktop, flow, file, made.states, { app: flow.app, shift: elsewhere });
    const after = withChange && (await changedApp(flow.app, flow.change));
    const changed = after ? await replay(desktop, flow, file, made.states, after) : notTried;
    const word = typeof flow.change === 'string' ? flow.change : 'items';
    const late = changed.why === '' ? '' : `after a change (${word}): ${changed.why}`;
    const why = [fault, made.notice, replayed.why, late].filter(Boolean).join(' | ');
    return { ...about, recorded, replayed: replayed.outcome, changed: changed.outcome, steps, why };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...about, recorded: 'wrong', replayed: 'not tried', changed: 'not tried', steps: [], why };
  }
}

interface Made {
  readonly steps: readonly Step[];
  /** Evidence at the beginning and after each act. */
  readonly states: readonly string[];
  readonly notice: string;
}

async function record(desktop: TestDesktop, flow: Flow, file: string): Promise<Made> {
  const staged = await stage(desktop, flow.app, flow.tapMs, null);
  const recorder = startCli(['record', '-o', file], desktop.env);
  try {
    await waitFor('the recorder', () => recorder.stderr().includes('Recording.'), 20_000);
    await sleep(1_000);
    const states = [await flow.effect(staged)];
    for (const act of flow.acts) {
      await act(staged.person);
      states.push(await flow.effect(staged));
    }
    await checkEffect(flow, staged, states);
    recorder.signal('SIGINT');
    const { code, stderr } = await recorder.ended;
    if (code !== 0) throw new Error(`The recording ended with ${code}: ${stderr}`);
    const { steps } = parseRecording(JSON.parse(await readFile(file, 'utf8')));
    return { steps, states, notice: noticeIn(stderr) };
  } finally {
    recorder.signal('SIGKILL');
    await staged.close();
  }
}

/** A flow without its promised effect proves nothing: the flow itself is wrong then. */
async function checkEffect({ effect, expected }: Flow, staged: Staged, states: readonly string[]): Promise<void> {
  if (fits(states[0] ?? '', expected)) throw new Error(`The flow is wrong: its effect is there before: ${states[0]}`);
  const last = await waitFor('the effect', async () => {
    const now = await effect(staged);
    return fits(now, expected) && { now };
  }).catch(() => null);
  if (!last) throw new Error(`The flow is wrong: its effect does not come: ${JSON.stringify(states.at(-1))}`);
}

interface Replayed {
  readonly outcome: Outcome;
  readonly why: string;
}

const notTried: Replayed = { outcome: 'not tried', why: '' };

async function replay(
  desktop: TestDesktop,
  flow: Flow,
  file: string,
  states: readonly string[],
  { app, shift, acts = [] }: { readonly app: FlowApp; readonly shift: Shift; readonly acts?: Acts },
): Promise<Replayed> {
  const staged = await stage(desktop, app, flow.tapMs, shift);
  try {
    for (const act of acts) await act(staged.person);
    const known = [...states, await flow.effect(staged)];
    const { code, stdout } = await cli(['replay', file], { ...desktop.env, ...variablesOf(flow) });
    const passed = code === 0;
    await waitFor('the effect', async () => fits(await flow.effect(staged), flow.expected), passed ? 4_000 : 500).catch(
      () => null,
    );
    const now = await flow.effect(staged);
    const lines = stdout.split('\n').filter((line) => /^(failed|healed| {4})/.test(line) && !/Not reached/.test(line));
    const why = lines.join(' ').replaceAll(/\s+/g, ' ');
    if (fits(now, flow.expected) && passed) return { outcome: 'right', why };
    const effect = `effect: ${JSON.stringify(now.slice(0, 160))}`;
    if (passed) return { outcome: 'false pass', why: `${why} ${effect}` };
    return known.includes(now) || fits(now, flow.expected)
      ? { outcome: 'stopped', why }
      : { outcome: 'wrong action', why: `${why} ${effect}` };
  } finally {
    await staged.close();
  }
}

function variablesOf({ secrets = {} }: Flow): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(secrets).map(([name, text]) => [`DESKSCOPE_SECRET_${name}`, text]));
}

function inWords(step: Step): string {
  return describeStep(step) + (step.window.role === 'dialog' ? ` @ ${step.window.title ?? ''}` : '');
}

function faultOf({ steps: wanted }: Flow, steps: readonly string[]): string {
  const at = wanted.findIndex((step, index) => !fits(steps[index] ?? '', step, true));
  if (at >= 0) return `step ${at + 1} is “${steps[at] ?? 'none'}”, not ${String(wanted[at])}`;
  return steps.length > wanted.length ? `there is a step more: “${steps[wanted.length]}”` : '';
}

function fits(text: string, wanted: string | RegExp, whole = false): boolean {
  if (typeof wanted !== 'string') return wanted.test(text);
  return whole ? text === wanted : text.includes(wanted);
}

/** The command line's output beside its steps. */
function noticeIn(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => line !== '' && !/^\d+\. |^Recording\./.test(line))
    .join(' ');
}
