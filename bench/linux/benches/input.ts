import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../../src-main/engine/engine.ts';
import type { WindowInfo } from '../../../src-preload/contract/model/windows/window.ts';
import { center } from '../../../src-preload/contract/model/geometry.ts';
import { interleave, type Contestant } from '../../lib/interleave.ts';
import { ours } from '../../lib/measurement.ts';
import { treeApps } from '../apps.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { freshEngine } from '../fresh-engine.ts';
import { runProgram } from '../peers/run-program.ts';
import { withApp } from '../running-app.ts';

const moves = 200;
/** A process per event is slow: fewer samples suffice. */
const spawnedMoves = 20;

const texts: Readonly<Record<string, string>> = {
  'ASCII text': 'The quick brown fox jumps over the lazy dog, 1234567890 times; (really) - so they say. '
    .repeat(3)
    .trim(),
  'Unicode text': 'Grüße, Ñandú, déjà vu, 漢字, 😀 and 5 € more.',
};

export const input: Bench = {
  name: 'input',
  title:
    'Pointer moves and typed characters in a second, into mousepad. Found is how many moves were made, and how many ' +
    'characters arrived as they should, each in its place. Deskscope’s typing looks before every text which window is ' +
    'in front; xdotool does not.',
  async run(context) {
    const app = treeApps(context.electron).find(({ name }) => name === 'mousepad');
    if (app) await withApp(context, app, 'all', (window) => compare(context, window));
  },
};

async function compare(context: BenchContext, window: WindowInfo): Promise<void> {
  const engine = await freshEngine();
  await engine.actOnWindow({ window: window.id, action: 'focus' });
  try {
    await interleave(context.rounds, moveContestants(context, engine));
    for (const [task, text] of Object.entries(texts)) {
      const type = (name: string, send: () => Promise<unknown>) =>
        typist(context, engine, window, { name, task, text, send });
      await interleave(context.rounds, [
        type(ours, () => engine.typeText({ text, window: window.id })),
        type('xdotool', () => runProgram('xdotool', ['type', text])),
        type('xdotool, no delay', () => runProgram('xdotool', ['type', '--delay', '0', text])),
      ]);
    }
  } finally {
    await engine.close();
  }
}

function moveContestants({ collector }: BenchContext, engine: Engine): readonly Contestant[] {
  const contestant = (name: string, count: number, move: () => Promise<unknown>): Contestant => ({
    name,
    sample: () =>
      collector.attempt(`moves with ${name}`, async () => {
        const start = performance.now();
        await move();
        const rate = count / ((performance.now() - start) / 1_000);
        collector.add({ subject: 'pointer', task: 'moves', contestant: name, unit: 'per s' }, rate, count);
      }),
  });
  const place = (index: number) => ({ x: 100 + (index % 100), y: 200 + (index % 50) });
  const command = (index: number) => ['mousemove', ...Object.values(place(index)).map(String)];
  const all = Array.from({ length: moves }, (_, index) => command(index)).flat();
  return [
    contestant(ours, moves, async () => {
      for (let index = 0; index < moves; index++) await engine.moveMouse(place(index));
    }),
    contestant('xdotool, one process', moves, () => runProgram('xdotool', all)),
    contestant('xdotool, one each', spawnedMoves, async () => {
      for (let index = 0; index < spawnedMoves; index++) await runProgram('xdotool', command(index));
    }),
  ];
}

interface Typing {
  readonly name: string;
  readonly task: string;
  readonly text: string;
  readonly send: () => Promise<unknown>;
}

function typist(
  { collector }: BenchContext,
  engine: Engine,
  window: WindowInfo,
  { name, task, text, send }: Typing,
): Contestant {
  return {
    name,
    sample: () =>
      collector.attempt(`${task} with ${name}`, async () => {
        await empty(engine, window);
        const start = performance.now();
        await send();
        const seconds = (performance.now() - start) / 1_000;
        const arrived = await settledText(engine, window);
        const characters = Array.from(text);
        const right = characters.filter((character, index) => arrived[index] === character).length;
        collector.add({ subject: 'typing', task, contestant: name, unit: 'per s' }, characters.length / seconds, right);
      }),
  };
}

/** Clicks into the page, so that it has the focus, and clears its text. */
async function empty(engine: Engine, window: WindowInfo): Promise<void> {
  await engine.click({ at: center(window.contentBounds), button: 'left', count: 1 });
  await engine.pressKeys({ keys: 'ctrl+a', window: window.id });
  await engine.pressKeys({ keys: 'Delete', window: window.id });
  await sleep(300);
}

/** Number of characters in the page once it stops changing. */
async function settledText(engine: Engine, window: WindowInfo): Promise<readonly string[]> {
  let before: string | null = null;
  for (let asked = 0; asked < 20; asked++) {
    await sleep(300);
    const { matches } = await engine.find({ window: window.id, selector: 'role=Edit' });
    const value = matches[0]?.value ?? '';
    if (value === before) return Array.from(value);
    before = value;
  }
  throw new Error('The text did not stop changing.');
}
