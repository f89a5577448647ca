import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import type { ElementNode } from '../../../src-preload/contract/model/elements/element.ts';
import type { WindowInfo } from '../../../src-preload/contract/model/windows/window.ts';
import { interleave, type Contestant } from '../../lib/interleave.ts';
import { ours } from '../../lib/measurement.ts';
import { treeApps, type AppSpec } from '../apps.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { freshEngine } from '../fresh-engine.ts';
import { visibleLeaves } from '../leaves.ts';
import { python, runProgram } from '../peers/run-program.ts';
import { withApp } from '../running-app.ts';

const apps: readonly string[] = ['gtk3-widget-factory', 'gtk4-widget-factory', 'assistant', 'chromium'];

const answer = z.object({ looks: z.tuple([z.number(), z.number()]), found: z.number() });

export const search: Bench = {
  name: 'search',
  title:
    'An element by role and name: the last one in tree order that can be seen and has a name of its own. First: an ' +
    'engine, or a peer’s process, that has not seen the window before; again: the same question once more. Deskscope ' +
    'reads all of the window to say how many elements match; the peers stop at the first.',
  async run(context) {
    const wanted = treeApps(context.electron).filter(({ name }) => apps.includes(name));
    for (const app of wanted.filter(({ name }) => context.app === null || context.app === name)) {
      context.progress(`search: ${app.name}`);
      await withApp(context, app, 'all', (window) => compare(context, app, window));
    }
  },
};

async function compare(context: BenchContext, app: AppSpec, window: WindowInfo): Promise<void> {
  const target = await chooseTarget(window);
  const add = (task: string, contestant: string, ms: number, found: number) =>
    context.collector.add({ subject: app.name, task, contestant }, ms, found);
  const peer = (name: string): Contestant => ({
    name,
    sample: () =>
      context.collector.attempt(`${app.name} with ${name}`, async () => {
        const { looks, found } = await askPeer(name, window.processId, target);
        add('first', name, looks[0], found / 2);
        add('again', name, looks[1], found / 2);
      }),
  });
  const own: Contestant = { name: ours, sample: () => searchTwice(window, target, (...sample) => add(...sample)) };
  await interleave(context.rounds, [own, peer('pyatspi'), peer('dogtail')]);
}

async function searchTwice(
  window: WindowInfo,
  target: ElementNode,
  add: (task: string, contestant: string, ms: number, found: number) => void,
): Promise<void> {
  const engine = await freshEngine();
  const selector = `role=${target.controlType} name=${JSON.stringify(target.name)}`;
  try {
    await engine.listWindows({});
    for (const task of ['first', 'again']) {
      const start = performance.now();
      const { matches } = await engine.find({ window: window.id, selector });
      add(task, ours, performance.now() - start, matches.length);
    }
  } finally {
    await engine.close();
  }
}

/** The last visible element in tree order with a unique name. */
async function chooseTarget(window: WindowInfo): Promise<ElementNode> {
  const engine = await freshEngine();
  try {
    const leaves = visibleLeaves((await engine.tree({ window: window.id })).root, window);
    const named = leaves.filter(
      ({ name }) => name !== '' && leaves.filter((other) => other.name === name).length === 1,
    );
    const last = named.at(-1);
    if (!last) throw new Error(`“${window.title}” has no element with a name of its own.`);
    return last;
  } finally {
    await engine.close();
  }
}

async function askPeer(name: string, processId: number, target: ElementNode): Promise<z.output<typeof answer>> {
  const script = join(process.cwd(), 'bench/linux/peers/atspi_search.py');
  const output = await runProgram(python, [script, name, String(processId), target.role, target.name], 120_000);
  return answer.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''));
}
