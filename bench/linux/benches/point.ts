import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import type { ElementNode } from '../../../src-preload/contract/model/elements/element.ts';
import { center, type Rect } from '../../../src-preload/contract/model/geometry.ts';
import type { WindowInfo } from '../../../src-preload/contract/model/windows/window.ts';
import { interleave } from '../../lib/interleave.ts';
import { ours } from '../../lib/measurement.ts';
import { treeApps, type AppSpec } from '../apps.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { freshEngine } from '../fresh-engine.ts';
import { spread, visibleLeaves } from '../leaves.ts';
import { python, runProgram } from '../peers/run-program.ts';
import { withApp } from '../running-app.ts';

const apps: readonly string[] = ['gtk3-widget-factory', 'gtk4-widget-factory', 'assistant', 'chromium'];
const pointsPerApp = 30;

const answer = z.object({ ms: z.number(), right: z.number() });

export const point: Bench = {
  name: 'point',
  title:
    'The element under a pixel: the middles of 30 visible elements without children, milliseconds for each; found is how ' +
    'many answers were that very element (for pyatspi: one of its role and name). Deskscope answers with the window by ' +
    'stacking, all details and the ancestors; pyatspi with a reference, its role and name, inside a window it was given.',
  async run(context) {
    const wanted = treeApps(context.electron).filter(({ name }) => apps.includes(name));
    for (const app of wanted.filter(({ name }) => context.app === null || context.app === name)) {
      context.progress(`point: ${app.name}`);
      await withApp(context, app, 'all', (window) => compare(context, app, window));
    }
  },
};

async function compare({ collector, rounds }: BenchContext, app: AppSpec, window: WindowInfo): Promise<void> {
  const engine = await freshEngine();
  const add = (contestant: string, ms: number, right: number) =>
    collector.add({ subject: app.name, task: 'per point', contestant }, ms / leaves.length, right);
  const { root } = await engine.tree({ window: window.id });
  const leaves = spread(visibleLeaves(root, window), pointsPerApp);
  try {
    await interleave(rounds, [
      {
        name: ours,
        sample: async () => {
          const start = performance.now();
          let right = 0;
          for (const leaf of leaves) right += (await engine.elementAt(middle(leaf)))?.element.id === leaf.id ? 1 : 0;
          add(ours, performance.now() - start, right);
        },
      },
      {
        name: 'pyatspi',
        sample: async () => {
          const { ms, right } = await askPyatspi(window.processId, leaves);
          add('pyatspi', ms, right);
        },
      },
    ]);
  } finally {
    await engine.close();
  }
}

async function askPyatspi(processId: number, leaves: readonly ElementNode[]): Promise<z.output<typeof answer>> {
  const script = join(process.cwd(), 'bench/linux/peers/pyatspi_points.py');
  const points = leaves.map((leaf) => ({ ...middle(leaf), role: leaf.role, name: leaf.name }));
  return answer.parse(
    JSON.parse(await runProgram(python, [script, String(processId), JSON.stringify(points)], 60_000)),
  );
}

function middle({ bounds }: ElementNode) {
  return center(bounds as Rect);
}
