import { createRequire } from 'node:module';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { endChild, startChild } from '../../../scripts/lib/children.mjs';
import { interleave } from '../../lib/interleave.ts';
import { summarize } from '../../lib/statistics.ts';
import { python } from '../../linux/peers/run-program.ts';
import { freshEngine } from '../../linux/fresh-engine.ts';
import { contestants, type Contestant, type Started } from './contestants.ts';

/** Median of each row by contestant; a contestant without a figure could not do it. */
export type Comparison = readonly { readonly what: string; readonly by: Readonly<Record<string, number>> }[];

const apps: readonly string[] = ['galculator', 'gtk3-widget-factory'];
const button = 'Press me';
export const rounds = 3;

/**
 * What one look costs an agent, beside other programs for agents and testers, all in this run: each round asks all of them, in
 * another order.
 *
 * @param complain called with what could not be measured
 */
export async function comparePeers(complain: (sentence: string) => void): Promise<Comparison> {
  const samples = new Map<string, Map<string, number[]>>();
  const add = (what: string, name: string, value: number) => {
    const row = samples.get(what) ?? new Map<string, number[]>();
    samples.set(what, row.set(name, [...(row.get(name) ?? []), value]));
  };
  const compare = (subject: string, work: (contestant: Contestant) => Promise<void>) =>
    interleave(
      rounds,
      contestants.map((contestant) => ({
        name: contestant.name,
        sample: () =>
          work(contestant).catch((error: unknown) => complain(`${subject}, ${contestant.name}: ${String(error)}`)),
      })),
    );
  for (const program of apps)
    await withWindow(program, [], (processId) =>
      compare(program, (contestant) =>
        looks(contestant, program, processId, (what, value) => add(what, contestant.name, value)),
      ),
    );
  await withWindow(python, [join('bench', 'score', 'peers', 'button.py')], (processId, lines) =>
    compare('a button', (contestant) =>
      clicks(contestant, processId, lines, (what, value) => add(what, contestant.name, value)),
    ),
  );
  return [...samples].map(([what, row]) => ({
    what,
    by: Object.fromEntries([...row].map(([name, values]) => [name, summarize(values).median])),
  }));
}

type Add = (what: string, value: number) => void;

/** Milliseconds between two looks, for every contestant. */
const pause = 500;

async function looks({ start }: Contestant, app: string, processId: number, add: Add): Promise<void> {
  const { countTokens } = createRequire(join(process.cwd(), 'bench', 'package.json'))(
    'gpt-tokenizer/encoding/o200k_base',
  ) as { countTokens: (text: string) => number };
  const [startMs, started] = await timed(start);
  add('first list of windows, from the start of its process (ms)', startMs);
  await finishing(started, async () => {
    const [first, { elements, text }] = await timed(() => started.look(processId));
    await sleep(pause);
    const [second] = await timed(() => started.look(processId));
    add(`${app}: elements listed`, elements);
    add(`${app}: kB of a look`, Buffer.byteLength(text) / 1_000);
    add(`${app}: tokens of a look`, countTokens(text));
    add(`${app}: first look (ms)`, first);
    add(`${app}: second look (ms)`, second);
  });
}

async function clicks({ start }: Contestant, processId: number, lines: AsyncIterator<string>, add: Add): Promise<void> {
  const started = await start();
  await finishing(started, async () => {
    await started.look(processId);
    // The app's clock, CLOCK_MONOTONIC.
    const from = Number(process.hrtime.bigint()) / 1e6;
    const clicked = started.click(button);
    const line = await Promise.race([lines.next(), sleep(5_000, null, { ref: false })]);
    await clicked;
    if (!line || line.done) throw new Error('no click arrived');
    add('click to its effect in the app (ms)', Number(line.value) - from);
  });
}

async function finishing(started: Started, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    await started.end();
  }
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [ms: number, result: T]> {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}

/** Shows an app while the work lasts. @throws Error if its window does not appear */
async function withWindow(
  program: string,
  args: readonly string[],
  work: (processId: number, lines: AsyncIterator<string>) => Promise<void>,
): Promise<void> {
  const app = startChild(program, [...args], {
    env: { ...process.env, GSK_RENDERER: 'cairo' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const engine = await freshEngine();
  try {
    const shows = async () => (await engine.listWindows({})).items.some((window) => window.processId === app.pid);
    for (let i = 0; !(await shows()); i++) {
      if (i === 300) throw new Error(`${program} shows no window.`);
      await sleep(100);
    }
    await sleep(1_500);
    await work(app.pid ?? 0, createInterface(app.stdout ?? process.stdin)[Symbol.asyncIterator]());
  } finally {
    await engine.close();
    await endChild(app);
  }
}
