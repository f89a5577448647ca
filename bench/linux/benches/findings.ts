import { ours } from '../../lib/measurement.ts';
import { treeApps, type AppSpec } from '../apps.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { freshEngine } from '../fresh-engine.ts';
import { withApp } from '../running-app.ts';

const apps: readonly string[] = ['gtk3-widget-factory', 'gtk4-widget-factory', 'assistant', 'chromium', 'libreoffice'];

/** Element counts for which times are reported. */
const perElements = 2_000;

export const findings: Bench = {
  name: 'findings',
  title:
    'A check of a window. Rules: all of them over a tree that was read, for 2,000 elements. Selectors: the judge of ' +
    'automation readiness, for 2,000 elements. Whole: with reading the tree, questions about single elements and the picture.',
  async run(context) {
    const wanted = treeApps(context.electron).filter(({ name }) => apps.includes(name));
    for (const app of wanted.filter(({ name }) => context.app === null || context.app === name)) {
      context.progress(`findings: ${app.name}`);
      await withApp(context, app, 'all', ({ id }) => measure(context, app, id));
    }
  },
};

async function measure(context: BenchContext, app: AppSpec, window: `0x${string}`): Promise<void> {
  const engine = await freshEngine();
  try {
    for (let round = 0; round < context.rounds; round++) {
      const { elapsed, elements } = await engine.findings({ window });
      const add = (task: string, ms: number) =>
        context.collector.add({ subject: app.name, task, contestant: ours }, ms, elements);
      add('rules', (elapsed.rules / elements) * perElements);
      add('selectors', (elapsed.selectors / elements) * perElements);
      add(
        'whole',
        Object.values(elapsed).reduce((sum, ms) => sum + ms, 0),
      );
    }
  } finally {
    await engine.close();
  }
}
