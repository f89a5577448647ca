import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasProgram } from '../../scripts/lib/programs.mjs';
import type { Engine } from '../../src-main/engine/engine.ts';
import { createJournal } from '../../src-main/recorder/saving/journal.ts';
import { RecorderStore } from '../../src-main/recorder/store.ts';
import { replayed } from '../../src-main/recorder/testing/live-recording.ts';
import { center } from '../../src-preload/contract/model/geometry.ts';
import type { Step } from '../../src-preload/contract/model/recordings/recording.ts';
import type { WindowInfo } from '../../src-preload/contract/model/windows/window.ts';
import { interleave, type Contestant } from '../lib/interleave.ts';
import { ours } from '../lib/measurement.ts';
import type { BenchContext } from '../linux/bench.ts';
import { freshEngine } from '../linux/fresh-engine.ts';
import { python, runProgram } from '../linux/peers/run-program.ts';
import { withApp } from '../linux/running-app.ts';
import { startScreenReader, type ScreenReader } from './screen-reader.ts';

const target = {
  name: 'form target',
  toolkit: 'GTK 3',
  program: python,
  args: () => [join(process.cwd(), 'bench/recorder/form_target.py')],
  title: /Form target/,
  settleMs: 1_500,
} as const;

const texts = { first: 'Ann Lee', second: '12 Main St', third: 'Oslo' };
const wanted = `Sent: ${Object.values(texts).join(' | ')}`;
const wantedSteps = [
  `setText ${texts.first} First`,
  'pressKeys Tab First',
  `setText ${texts.second} Second`,
  `setText ${texts.third} Third`,
  'click Send',
];
/** A person's pace: between keys, before a press, and after it; milliseconds. */
const keyMs = 110;
const restMs = 300;
const turnMs = 250;

/** Seven actions in a form, recorded and replayed, without a screen reader and beside one that speaks. */
export async function measureForm(context: BenchContext): Promise<void> {
  const alone = contestant(context, ours, () => Promise.resolve(null));
  const beside = contestant(context, `${ours}, Orca speaks`, startScreenReader);
  const isThere = hasProgram('orca') && hasProgram('speech-dispatcher');
  if (!isThere) context.progress('recorder: orca and speech-dispatcher are not installed: only without them');
  await interleave(context.rounds, isThere ? [alone, beside] : [alone]);
}

function contestant(context: BenchContext, name: string, start: () => Promise<ScreenReader | null>): Contestant {
  const { collector, progress } = context;
  const add = (task: string, ms: number, found: number) =>
    collector.add({ subject: 'seven actions in a form', task, contestant: name }, ms, found);
  const inForm = (reader: ScreenReader | null, work: (engine: Engine, window: WindowInfo) => Promise<void>) =>
    withApp(context, target, name, async (window) => {
      const before = await reader?.spoken();
      const engine = await freshEngine();
      try {
        await work(engine, window);
      } finally {
        await engine.close();
      }
      if (before !== undefined && (await reader?.spoken()) === before) throw new Error('Orca did not speak meanwhile.');
    });
  const recordAndReplay = async (reader: ScreenReader | null) => {
    let steps: readonly Step[] = [];
    await inForm(reader, async (engine, window) => {
      const began = performance.now();
      const { nodeCount } = await engine.tree({ window: window.id }, { timeoutMs: 60_000 });
      add('first look', performance.now() - began, nodeCount);
      const recorded = await record(engine, window);
      ({ steps } = recorded);
      const isRight = steps.map(inWords).join() === wantedSteps.join();
      if (!isRight) progress(`  recorded: ${steps.map(inWords).join(', ')}`);
      add('from the last act to the last step', recorded.lagMs, Number(isRight));
    });
    await inForm(reader, async (engine, window) => {
      const began = performance.now();
      const results = await replayed(engine, steps);
      const ms = performance.now() - began;
      const shown = await sentIn(engine, window);
      const isRight = shown === wanted && results.every((result) => result === 'passed');
      if (!isRight) progress(`  replayed: ${results.join(', ')}; ${shown}`);
      add('replay', ms, Number(isRight));
    });
  };
  const sample = async () => {
    progress(`recorder: the form, ${name}`);
    const reader = await start();
    try {
      await recordAndReplay(reader);
    } finally {
      await reader?.close();
    }
  };
  return { name, sample: () => collector.attempt(name, sample) };
}

async function record(
  engine: Engine,
  window: WindowInfo,
): Promise<{ readonly steps: readonly Step[]; readonly lagMs: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'deskscope-bench-form-'));
  try {
    const store = new RecorderStore({ engine, platform: 'linux', journal: createJournal(folder) });
    const press = async (selector: string) => {
      const { matches } = await engine.find({ window: window.id, selector });
      const bounds = matches[0]?.bounds;
      if (!bounds) throw new Error(`${selector} has no place.`);
      const { x, y } = center(bounds);
      await xdotool('mousemove', x, y, 'sleep', restMs / 1_000, 'mousedown', 1, 'sleep', 0.06, 'mouseup', 1);
      await sleep(turnMs);
    };
    const type = async (text: string) => {
      await xdotool('type', '--delay', keyMs, '--', text);
      await sleep(turnMs);
    };
    await store.start();
    await engine.describe({});
    await sleep(1_000);
    await press('role=Edit name=First');
    await type(texts.first);
    await xdotool('key', 'Tab');
    await sleep(turnMs);
    await type(texts.second);
    await press('role=Edit name=Third');
    await type(texts.third);
    await press('role=Button name=Send');
    const ended = performance.now();
    await store.stop();
    return { steps: store.recording.steps, lagMs: performance.now() - ended };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function xdotool(...args: readonly (string | number)[]): Promise<string> {
  return runProgram('xdotool', args.map(String));
}

function inWords({ action, target }: Step): string {
  const text = 'text' in action ? action.text : action.type === 'pressKeys' ? action.keys : '';
  return [action.type, text, target?.name].filter(Boolean).join(' ');
}

async function sentIn(engine: Engine, window: WindowInfo): Promise<string> {
  const { matches } = await engine.find({ window: window.id, selector: 'role=Text' });
  return matches[0]?.name ?? '';
}
