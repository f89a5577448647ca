import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../../src-main/engine/engine.ts';
import { interleave, type Contestant } from '../../lib/interleave.ts';
import { ours } from '../../lib/measurement.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { freshEngine } from '../fresh-engine.ts';
import { startWindowLister } from '../peers/npm-peers.ts';
import { runProgram } from '../peers/run-program.ts';
import { startWindowMaker } from '../window-maker.ts';

const sizes = [10, 50] as const;
/** A handful of processes, as on a user's desktop. */
const perProcess = 5;
/** Pause before each list, so that no contestant pays for its predecessor's leftovers. Milliseconds. */
const pauseMs = 100;

export const windows: Bench = {
  name: 'windows',
  title:
    'The list of windows in stacking order with title, class, process, bounds and state. Cold: with opening the ' +
    'connection. wmctrl and xdotool are programs: their start counts, as whoever uses them pays for it each time. ' +
    'xdotool lists titles only, and inner windows as well; wmctrl knows no state.',
  async run(context) {
    for (const size of sizes) await withWindows(context, size, () => compare(context, `${size} windows`));
  },
};

async function compare(context: BenchContext, subject: string): Promise<void> {
  const engine = await freshEngine();
  const listers = [startWindowLister('x-win'), startWindowLister('get-windows')] as const;
  const contestant = (name: string, list: () => Promise<Listed>, task = 'list'): Contestant => ({
    name,
    sample: () =>
      context.collector.attempt(`${subject} with ${name}`, async () => {
        await sleep(pauseMs);
        const { ms, found } = await list();
        context.collector.add({ subject, task, contestant: name }, ms, found);
      }),
  });
  const [xWin, getWindows] = listers;
  const xdotool = ['search', '--onlyvisible', '--name', '.+', 'getwindowname', '%@'];
  try {
    await interleave(context.rounds * 2, [
      contestant(ours, () => timed(() => count(engine))),
      contestant(ours, () => timed(countCold), 'cold list'),
      contestant('wmctrl -lpGx', () => timed(() => lines('wmctrl', ['-lpGx']))),
      contestant('xdotool', () => timed(() => lines('xdotool', xdotool))),
      contestant('x-win', () => xWin.list()),
      contestant('get-windows', () => getWindows.list()),
    ]);
  } finally {
    await engine.close();
    for (const lister of listers) await lister.end();
  }
}

interface Listed {
  readonly ms: number;
  readonly found: number;
}

async function timed(list: () => Promise<number>): Promise<Listed> {
  const start = performance.now();
  const found = await list();
  return { ms: performance.now() - start, found };
}

async function count(engine: Engine): Promise<number> {
  return (await engine.listWindows({})).items.length;
}

async function countCold(): Promise<number> {
  const engine = await freshEngine();
  const found = await count(engine);
  void engine.close();
  return found;
}

async function lines(command: string, args: readonly string[]): Promise<number> {
  return (await runProgram(command, args)).trim().split('\n').length;
}

/** Keeps `size` windows open during the work. */
async function withWindows({ desk }: BenchContext, size: number, work: () => Promise<void>): Promise<void> {
  const makers = Array.from({ length: size / perProcess }, () => startWindowMaker(perProcess));
  try {
    const deadline = Date.now() + 60_000;
    while ((await count(desk)) < size) {
      if (Date.now() > deadline) throw new Error(`${size} windows did not open within a minute.`);
      await sleep(100);
    }
    await sleep(1_000);
    await work();
  } finally {
    await Promise.all(makers.map((maker) => maker.end()));
  }
}
