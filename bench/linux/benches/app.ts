import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { ours } from '../../lib/measurement.ts';
import { hugeApps, manyRows, type AppSpec } from '../apps.ts';
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
    'same window just before. Beside the least app that Electron shows: from its start until its content is there, and the ' +
    'longest frame while an app with 100,000 rows and a moving bar is shown, and while its event log gets 5,000 changes.',
  async run(context) {
    const wanted = hugeApps(context.electron).filter(({ name }) => context.app === null || context.app === name);
    for (const spec of wanted) {
      context.progress(`app: ${spec.name}`);
      for (let round = 0; round < Math.ceil(context.rounds / 2); round++) await openTree(context, spec);
    }
    if (context.app !== null && context.app !== manyRows.name) return;
    context.progress(`app: ${manyRows.name}`);
    for (let round = 0; round < context.rounds; round++)
      for (const who of round % 2 === 0 ? [ours, bare] : [bare, ours]) await besideBare(context, who);
  },
};

const bare = 'bare Electron app';
const bareFolder = join(process.cwd(), 'bench/linux/targets/bare-app');
/** How long the 5,000 changes are watched, in milliseconds. */
const changesMs = 8_000;

/** One sample of each task of Deskscope, or of the bare app while the same app runs beside it. */
async function besideBare(context: BenchContext, who: string): Promise<void> {
  await withApp(context, manyRows, who, async ({ title }) => {
    const key = { subject: manyRows.name, contestant: who };
    const begun = performance.now();
    const work = async (page: Page) => {
      await page.getByTestId('view').waitFor({ timeout: 60_000 });
      context.collector.add({ ...key, task: 'cold start' }, performance.now() - begun);
      await sleep(watchMs);
      const isOurs = who === ours;
      const shown = await longestFrame(page, async () => {
        if (isOurs) await openRows(page, title);
        await sleep(watchMs);
      });
      context.collector.add({ ...key, task: 'longest frame, 100,000 rows' }, shown);
      if (isOurs) await page.getByTestId('events-toggle').click();
      const listening = await longestFrame(page, async () => {
        if (isOurs) await page.getByTestId('patterns').getByRole('button', { name: 'Invoke' }).click();
        await sleep(changesMs);
      });
      context.collector.add({ ...key, task: 'longest frame, 5,000 events' }, listening);
    };
    await withDeskscope(context.electron, work, undefined, who === ours ? undefined : bareFolder);
  });
}

/** Its tree with the list unfolded, and the button that starts the changes selected. */
async function openRows(page: Page, title: string): Promise<void> {
  await page.getByTestId('window-list').getByText(title).first().click();
  const tree = page.getByTestId('element-tree');
  const row = (name: string) => tree.getByRole('treeitem').filter({ hasText: name }).first();
  await row('Row 1').waitFor({ timeout: 60_000 });
  await row('Start').click();
  await page.getByTestId('patterns').getByRole('button', { name: 'Invoke' }).waitFor();
}

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
