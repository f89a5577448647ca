import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createLog } from '../../src-main/base/log.ts';
import { forkEngine } from '../../src-main/engine/process/fork-engine.ts';
import { createRemoteEngine, type RemoteEngine } from '../../src-main/engine/process/remote-engine.ts';
import { createJournal } from '../../src-main/recorder/saving/journal.ts';
import { RecorderStore } from '../../src-main/recorder/store.ts';
import type { InputEvent } from '../../src-preload/contract/model/engine.ts';
import { center, type Point } from '../../src-preload/contract/model/geometry.ts';
import type { Step } from '../../src-preload/contract/model/recordings/recording.ts';
import type { WindowInfo } from '../../src-preload/contract/model/windows/window.ts';
import { ours } from '../lib/measurement.ts';
import type { BenchContext } from '../linux/bench.ts';
import { python, runProgram } from '../linux/peers/run-program.ts';
import { withApp } from '../linux/running-app.ts';

const eventsPerSecond = 1_000;
const seconds = 10;

const sent = z.object({ events: z.number(), clicks: z.number(), keys: z.number(), notches: z.number() });
type Counts = Omit<z.output<typeof sent>, 'events'>;

const target = {
  name: 'load target',
  toolkit: 'GTK 3',
  program: python,
  args: () => [join(process.cwd(), 'bench/recorder/load_target.py')],
  title: /Load target/,
  settleMs: 1_500,
} as const;

/** The events of a kind of load, and the element below them. */
const loads = [
  ['mixed', 'role=Button name="Press me"'],
  ['keys', 'role=Edit name="Notes"'],
  ['clicks', 'role=Button name="Press me"'],
  ['wheel', 'role=Text name="Entry 1"'],
] as const;

/** Ten seconds of real input at a thousand events a second, recorded as the command line does. */
export async function measureLoad(context: BenchContext): Promise<void> {
  for (const [what, selector] of loads) {
    context.progress(`recorder: ${what}`);
    await withApp(context, target, what, (window) => record(context, window, what, selector));
  }
}

async function record(context: BenchContext, window: WindowInfo, what: string, selector: string): Promise<void> {
  const log = createLog('bench engine');
  const spawn = () => forkEngine(context.engineEntry, { backend: 'linux', log: 'inherit' });
  const engine = createRemoteEngine({ spawn, log });
  const folder = await mkdtemp(join(tmpdir(), 'deskscope-bench-recorder-'));
  try {
    const at = await placeOf(engine, window, selector);
    if (what === 'keys') await engine.click({ at, button: 'left', count: 1 });
    await engine.moveMouse(at);
    await sleep(1_000);
    const store = new RecorderStore({ engine, platform: 'linux', journal: createJournal(folder) });
    const reached: InputEvent[] = [];
    const listening = engine.on('input', (event) => reached.push(event));
    await store.start();
    await engine.describe({});
    const args = [what, eventsPerSecond, seconds, at.x, at.y].map(String);
    const script = join(process.cwd(), 'bench/recorder/send_input.py');
    const real = sent.parse(JSON.parse(await runProgram(python, [script, ...args], 60_000)));
    const ended = performance.now();
    await store.stop();
    const lagMs = performance.now() - ended;
    listening.dispose();
    report(context, what, { real, reached, steps: store.recording.steps, lagMs, notice: store.state.notice });
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function placeOf(engine: RemoteEngine, window: WindowInfo, selector: string): Promise<Point> {
  await engine.actOnWindow({ window: window.id, action: 'focus' });
  const { matches } = await engine.find({ window: window.id, selector });
  const bounds = matches[0]?.bounds;
  if (!bounds) throw new Error(`${selector} has no place.`);
  return center(bounds);
}

interface Outcome {
  readonly real: z.output<typeof sent>;
  readonly reached: readonly InputEvent[];
  readonly steps: readonly Step[];
  readonly lagMs: number;
  readonly notice: string;
}

function report({ collector }: BenchContext, what: string, outcome: Outcome): void {
  const { real, reached, steps, lagMs, notice } = outcome;
  const subject = `${real.events} events, ${what}`;
  const add = (task: string, count: number, note = '') =>
    collector.add({ subject, task, contestant: ours, unit: 'events', note }, count);
  const [reported, kept] = [countReached(reached), countKept(steps)];
  add('clicks, keys and notches sent', total(real));
  add('… that reached the recorder', total(reported));
  add('… that are in steps', total(kept), words(steps));
  add('… lost', total(real) - total(kept));
  add('… lost, and told', reportedLost(steps, total(real) - total(kept)), notice);
  collector.add({ subject, task: 'from the last one to the last step', contestant: ours }, lagMs);
}

/** Events that steps report as lost; all if a step reports an unknown number. */
function reportedLost(steps: readonly Step[], lost: number): number {
  const reported = steps.flatMap((step) => (step.lost ? [step.lost.events] : []));
  return reported.includes(null) ? lost : reported.reduce<number>((sum, events) => sum + (events ?? 0), 0);
}

function total({ clicks, keys, notches }: Counts): number {
  return clicks + keys + notches;
}

function countReached(events: readonly InputEvent[]): Counts {
  const sum = (of: (event: InputEvent) => number) => events.reduce((count, event) => count + of(event), 0);
  return {
    clicks: sum(({ type }) => (type === 'pointerUp' ? 1 : 0)),
    keys: sum(({ type }) => (type === 'key' ? 1 : 0)),
    notches: sum((event) => (event.type === 'wheel' ? Math.abs(event.notches) : 0)),
  };
}

/** The clicks, keys and notches in steps. */
export function countKept(steps: readonly Step[]): Counts {
  const sum = (of: (step: Step) => number) => steps.reduce((count, step) => count + of(step), 0);
  return {
    clicks: sum(({ action }) => (action.type === 'click' ? action.count : 0)),
    keys: sum(({ action }) => {
      if (action.type === 'setText' || action.type === 'typeText') return action.text.length;
      return action.type === 'pressKeys' ? action.repeat : 0;
    }),
    notches: sum(({ action }) => (action.type === 'scroll' ? Math.abs(action.notches) : 0)),
  };
}

function words(steps: readonly Step[]): string {
  const bare = steps.filter(({ target, action }) => target === null && action.type === 'click').length;
  return `${steps.length} steps${bare > 0 ? `, ${bare} of them without their element` : ''}`;
}
