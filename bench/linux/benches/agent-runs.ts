import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ours } from '../../lib/measurement.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { withDeskscope } from '../built-app.ts';
import { writeCalls, writeSteps } from '../traced-calls.ts';

const steps = 5_000;
const withSteps = '2026-01-01T00-00-00-000Z';
const callsAlone = '2026-01-02T00-00-00-000Z';

export const agentRuns: Bench = {
  name: 'agent-runs',
  title:
    `A run of ${steps} steps of agents, with two calls each, beside one of the same calls alone: from the question of the ` +
    'page until it has all calls, steps and events of the story as objects.',
  async run(context) {
    for (let round = 0; round < context.rounds; round++) {
      context.progress(`agent-runs: round ${round + 1}`);
      await withDeskscope(context.electron, (page) => openBoth(context, page, round), prepare);
    }
  },
};

async function prepare(profile: string): Promise<void> {
  await mkdir(join(profile, 'runs'));
  await writeSteps(join(profile, 'runs', withSteps), withSteps, steps);
  await writeCalls(join(profile, 'runs', callsAlone), callsAlone, 2 * steps);
}

async function openBoth({ collector }: BenchContext, page: Page, round: number): Promise<void> {
  await page.getByTestId('view').waitFor();
  const contestants = [
    [ours, withSteps],
    ['calls alone', callsAlone],
  ] as const;
  for (const [contestant, run] of round % 2 === 0 ? contestants : [...contestants].reverse()) {
    const [took, found] = await page.evaluate<[number, number]>(openRun(run));
    collector.add({ subject: `${steps} steps, ${2 * steps} calls`, task: 'opened', contestant }, took, found);
  }
}

/** Runs in the page: milliseconds until everything is there, and how many steps and calls that is. */
function openRun(run: string): string {
  return `(async () => {
    const start = performance.now();
    const { value } = await window.deskscope.call('runs.open', { run: '${run}' });
    const [calls, steps] = [value.calls, value.steps, value.story].map((list) => JSON.parse(list));
    return [performance.now() - start, calls.length + steps.length];
  })()`;
}
