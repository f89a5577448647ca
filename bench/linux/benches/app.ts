import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { ours } from '../../lib/measurement.ts';
import { hugeApps, type AppSpec } from '../apps.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { withDeskscope } from '../built-app.ts';
import { withApp } from '../running-app.ts';

/** How long frames are recorded before and after the tree is opened, in milliseconds. */
const watchMs = 2_000;

export const app: Bench = {
  name: 'app',
  title:
    'The built app opens the tree of a page with a table of 10,000 cells: from the click on the window in the list until ' +
    'the tree is on the screen, and the longest time between two frames of the app’s own window meanwhile; idle is the ' +
    'same window just before.',
  async run(context) {
    const wanted = hugeApps(context.electron).filter(({ name }) => context.app === null || context.app === name);
    for (const spec of wanted) {
      context.progress(`app: ${spec.name}`);
      for (let round = 0; round < Math.ceil(context.rounds / 2); round++) await openTree(context, spec);
    }
  },
};

async function openTree(context: BenchContext, spec: AppSpec): Promise<void> {
  await withApp(context, spec, ours, async ({ title }) => {
    await withDeskscope(context.electron, async (page) => {
      const row = page.getByTestId('window-list').getByText(title).first();
      await row.waitFor();
      await sleep(watchMs);
      const key = { subject: spec.name, contestant: ours };
      context.collector.add({ ...key, task: 'longest frame, idle' }, await longestFrame(page, () => sleep(watchMs)));
      const start = performance.now();
      const longest = await longestFrame(page, async () => {
        await row.click();
        await page.getByTestId('element-tree').getByRole('treeitem').nth(2).waitFor({ timeout: 30_000 });
        context.collector.add({ ...key, task: 'tree on the screen' }, performance.now() - start);
        await sleep(watchMs);
      });
      context.collector.add({ ...key, task: 'longest frame, tree' }, longest);
    });
  });
}

/** Runs in the page: records when each frame was drawn. */
const recordFrames = `
  window.benchFrames = [];
  const record = (time) => {
    window.benchFrames.push(time);
    window.benchFrame = requestAnimationFrame(record);
  };
  window.benchFrame = requestAnimationFrame(record);
`;

const takeFrames = `(() => {
  cancelAnimationFrame(window.benchFrame);
  return window.benchFrames;
})()`;

/** The longest time between two frames of the page during the work, in milliseconds. */
async function longestFrame(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(recordFrames);
  await work();
  const times = await page.evaluate<readonly number[]>(takeFrames);
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)));
}
