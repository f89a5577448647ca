import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { traceFiles } from '../../../src-main/runs/trace/trace-files.ts';
import { ours } from '../../lib/measurement.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { withDeskscope } from '../built-app.ts';
import { writeCalls } from '../traced-calls.ts';

const calls = 10_000;
const run = '2026-01-01T00-00-00-000Z';

export const traces: Bench = {
  name: 'traces',
  title:
    `The built app opens a run of ${calls} calls in the Runs view, written by the trace writer: from the click on the run ` +
    'until its rows are drawn and all of them can be scrolled to; with the index that is written beside a trace, and the ' +
    'first time without it.',
  async run(context) {
    for (let round = 0; round < context.rounds; round++) {
      context.progress(`traces: round ${round + 1}`);
      await openTrace(context, 'with its index', true);
      await openTrace(context, 'without an index', false);
    }
  },
};

async function openTrace(context: BenchContext, task: string, indexed: boolean): Promise<void> {
  const prepare = async (profile: string) => {
    await mkdir(join(profile, 'runs'));
    const folder = join(profile, 'runs', run);
    await writeCalls(folder, run, calls);
    if (!indexed) await rm(join(folder, traceFiles.index));
  };
  const work = async (page: Page) => {
    await page.getByTestId('rail-runs').click();
    await page.getByTestId('run-list').getByRole('option').nth(1).waitFor();
    const took = await page.evaluate<number>(clickAndWatch);
    context.collector.add({ subject: `${calls} calls`, task, contestant: ours }, took, calls);
  };
  await withDeskscope(context.electron, work, prepare);
}

/** Runs in the page: milliseconds from the click to the frame that shows the rows. */
const clickAndWatch = `new Promise((resolve) => {
  const start = performance.now();
  const look = () => {
    const row = document.querySelector('[data-testid="call-rows"] [role="option"]');
    if (row && row.getAttribute('aria-setsize') === '${calls}') resolve(performance.now() - start);
    else requestAnimationFrame(look);
  };
  document.querySelectorAll('[data-testid="run-list"] [role="option"]')[1].click();
  requestAnimationFrame(look);
})`;
