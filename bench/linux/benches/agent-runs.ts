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
const sameSteps = '2026-01-03T00-00-00-000Z';

export const agentRuns: Bench = {
  name: 'agent-runs',
  title:
    `A run of ${steps} steps of agents, with two calls each, beside one of the same calls alone: from the question of the ` +
    'page until it has all calls, steps and events of the story as objects; until a search for a word that no run has first answers, ' +
    'from there until it has read all of them, and once more; until the run was compared with another one of as many steps. Then the longest frame in the Runs view while ' +
    'the keys move along its time axis, while the axis is zoomed and while its steps are scrolled, beside one in which ' +
    'nothing is done.',
  async run(context) {
    for (let round = 0; round < context.rounds; round++) {
      context.progress(`agent-runs: round ${round + 1}`);
      const work = async (page: Page) => {
        await openBoth(context, page, round);
        await debrief(context, page);
        await moveAbout(context, page);
      };
      await withDeskscope(context.electron, work, prepare);
    }
  },
};

async function prepare(profile: string): Promise<void> {
  await mkdir(join(profile, 'runs'));
  await writeSteps(join(profile, 'runs', withSteps), withSteps, steps);
  await writeSteps(join(profile, 'runs', sameSteps), sameSteps, steps);
  await writeCalls(join(profile, 'runs', callsAlone), callsAlone, 2 * steps);
}

async function openBoth({ collector }: BenchContext, page: Page, round: number): Promise<void> {
  await page.getByTestId('view').waitFor();
  // By then startup has finished reading runs.
  await page.evaluate(`window.deskscope.call('runs.list', {})`);
  const contestants = [
    [ours, withSteps],
    ['calls alone', callsAlone],
  ] as const;
  for (const [contestant, run] of round % 2 === 0 ? contestants : [...contestants].reverse()) {
    const [took, found] = await page.evaluate<[number, number]>(openRun(run));
    collector.add({ subject: `${steps} steps, ${2 * steps} calls`, task: 'opened', contestant }, took, found);
  }
}

/** Processing of a finished run. The first search reads from disk and reports early; later ones find everything in memory. */
async function debrief({ collector }: BenchContext, page: Page): Promise<void> {
  for (const [task, work] of [
    ['searched, first answer', searchOnce],
    ['searched, read', search],
    ['searched, in memory', search],
    ['compared with another', compare],
  ] as const) {
    const [took, found] = await page.evaluate<[number, number]>(work);
    collector.add({ subject: `${steps} steps, ${2 * steps} calls`, task, contestant: ours }, took, found);
  }
}

/** User actions on a run, measured as one frame's work in the page. */
const actions: Readonly<Record<string, string>> = {
  'moved along': `axis.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }))`,
  zoomed: `axis.dispatchEvent(new KeyboardEvent('keydown', { key: frame % 20 < 10 ? '+' : '-', bubbles: true }))`,
  scrolled: `rows.scrollTop += 240`,
};

async function moveAbout({ collector }: BenchContext, page: Page): Promise<void> {
  await page.getByTestId('rail-runs').click();
  await page
    .getByTestId('run-list')
    .getByRole('option', { name: /task|Bench/ })
    .last()
    .click();
  await page.getByTestId('step-panel').waitFor();
  for (const [task, action] of Object.entries(actions)) {
    for (const [contestant, work] of [
      [ours, action],
      ['nothing done', ''],
    ] as const) {
      const longest = await page.evaluate<number>(longestFrame(work));
      collector.add({ subject: `${steps} steps`, task: `longest frame, ${task}`, contestant }, longest, frames);
    }
  }
}

const frames = 120;

/** Runs in the page: the longest of `frames` frames, in milliseconds, including the work in each. */
function longestFrame(work: string): string {
  return `new Promise((resolve) => {
    const axis = document.querySelector('[data-testid="time-axis"]');
    const rows = document.querySelector('[data-testid="step-rows"]');
    let frame = 0, longest = 0, last;
    const next = (now) => {
      if (last !== undefined) longest = Math.max(longest, now - last);
      last = now;
      if (++frame > ${frames}) return resolve(longest);
      ${work};
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  })`;
}

/** Runs in the page: milliseconds until a search reports its first results, and how many runs match. */
const searchOnce = `(async () => {
  const start = performance.now();
  const { value } = await window.deskscope.call('runs.search', { text: 'nowheretobefound' });
  return [performance.now() - start, value.unread];
})()`;

/** Runs in the page: milliseconds until all runs were read, and how many match. */
const search = `(async () => {
  const start = performance.now();
  let left = 1;
  while (left > 0) left = (await window.deskscope.call('runs.search', { text: 'nowheretobefound' })).value.unread;
  return [performance.now() - start, left];
})()`;

/** Runs in the page: milliseconds, and the number of pairs. */
const compare = `(async () => {
  const start = performance.now();
  const { value } = await window.deskscope.call('runs.compare', { run: '${withSteps}', with: '${sameSteps}' });
  return [performance.now() - start, value.pairs.length];
})()`;

/** Runs in the page: milliseconds until everything is shown, and the number of steps and calls. */
function openRun(run: string): string {
  return `(async () => {
    const start = performance.now();
    const { value } = await window.deskscope.call('runs.open', { run: '${run}' });
    const [calls, steps] = [value.calls, value.steps, value.story].map((list) => JSON.parse(new TextDecoder().decode(list)));
    return [performance.now() - start, calls.length + steps.length];
  })()`;
}
