import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Engine } from '../../../src-main/engine/engine.ts';
import type { WindowInfo } from '../../../src-preload/contract/model/windows/window.ts';
import { interleave, type Contestant } from '../../lib/interleave.ts';
import { ours } from '../../lib/measurement.ts';
import { treeApps } from '../apps.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { freshEngine } from '../fresh-engine.ts';
import { nodeScreenshots, type NodeImage } from '../peers/npm-peers.ts';
import { runProgram } from '../peers/run-program.ts';
import { withApp } from '../running-app.ts';

export const capture: Bench = {
  name: 'capture',
  title:
    'A picture as PNG; found is its size in bytes, which says how hard each one compresses. scrot is a program that ' +
    'writes a file: its start counts. Raw is what node-screenshots takes to have the pixels alone, before any PNG.',
  async run(context) {
    const [app] = treeApps(context.electron);
    if (app) await withApp(context, app, 'all', (window) => compare(context, window));
  },
};

async function compare(context: BenchContext, window: WindowInfo): Promise<void> {
  const engine = await freshEngine();
  const folder = await mkdtemp(join(tmpdir(), 'deskscope-bench-capture-'));
  const contestant = (task: string, name: string, take: () => Promise<number>): Contestant => ({
    name,
    sample: () =>
      context.collector.attempt(`${task} with ${name}`, async () => {
        const start = performance.now();
        const size = await take();
        context.collector.add({ subject: task, task: 'picture', contestant: name }, performance.now() - start, size);
      }),
  });
  const { screen, window: nodeWindow } = nodeScreenshots(Number(window.id));
  const png = (take: () => NodeImage) => () =>
    take()
      .toPng()
      .then(({ length }) => length);
  const raw = (take: () => NodeImage) => () =>
    take()
      .toRaw()
      .then(({ length }) => length);
  try {
    await interleave(context.rounds * 2, [
      contestant('screen', ours, () => pngSize(engine, { kind: 'screen' })),
      contestant('screen', 'scrot', () => scrot(folder, [])),
      contestant('screen', 'node-screenshots', png(screen)),
      contestant('screen', 'node-screenshots, raw', raw(screen)),
      contestant('window', ours, () => pngSize(engine, { kind: 'window', window: window.id })),
      contestant('window', 'scrot', () => scrot(folder, ['--focused'])),
      contestant('window', 'node-screenshots', png(nodeWindow)),
      contestant('window', 'node-screenshots, raw', raw(nodeWindow)),
    ]);
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function pngSize(engine: Engine, target: Parameters<Engine['capture']>[0]['target']): Promise<number> {
  return (await engine.capture({ target })).bytes.length;
}

async function scrot(folder: string, args: readonly string[]): Promise<number> {
  const file = join(folder, 'picture.png');
  await runProgram('scrot', ['--overwrite', ...args, file]);
  return (await stat(file)).size;
}
