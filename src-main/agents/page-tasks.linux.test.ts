import { afterAll, beforeAll, expect, it } from 'vitest';
import { allowServers } from '../computer/config/starts.ts';
import { openComputers, type Computers } from '../computer/open-computers.ts';
import { createLog } from '../base/log.ts';
import { scriptedModel } from './models/scripted.ts';
import { observerOf, uncontrolled, nobody } from './control.ts';
import { createDesktopBench, type DesktopBench } from '../tools/testing/desktop-bench.ts';
import { runTask } from './session/session.ts';
import { assign, shows } from './testing/answers.ts';
import { openTaskBrowser, type TaskBrowser } from './testing/tasks/browser.ts';
import { pageTasks } from './testing/tasks/pages.ts';
import type { PageTask } from './testing/tasks/task.ts';

let bench: DesktopBench;
let computers: Computers;
let browser: TaskBrowser;
beforeAll(async () => {
  bench = await createDesktopBench({ policyMode: 'act' });
  computers = await openComputers({
    variables: {},
    runner: bench.runner,
    version: '0.0.0',
    mayStart: allowServers,
    log: createLog('test'),
  });
  browser = await openTaskBrowser(bench);
}, 90_000);
afterAll(async () => {
  await browser.close();
  await computers.close();
  await bench.close();
});

/** The agents' own report on their work, and the judge's verdict. */
async function solve(task: PageTask, solver: PageTask['right']) {
  await browser.open(task);
  const moves = solver(await browser.places());
  const script = {
    HostAgent: [assign('Task', task.request), shows('Task', task.shows), { status: 'FAIL' }],
    AppAgent: [...moves.map((action) => ({ status: 'CONTINUE', action })), { status: 'FINISH' }],
  };
  const acted: string[] = [];
  const result = await runTask({
    request: task.request,
    computers,
    models: {
      HostAgent: scriptedModel('scripted:test', script, 'HostAgent'),
      AppAgent: scriptedModel('scripted:test', script, 'AppAgent'),
    },
    person: nobody,
    control: uncontrolled,
    limits: { steps: 20, seconds: 60 },
    signal: new AbortController().signal,
    textOfWindow: (title) => bench.text('ui_automation', { action: 'get_text', windowHandle: title }),
    ...observerOf(bench.engine),
    journal: {
      report: (event) =>
        event.event === 'acted' && acted.push(`${event.action.function}: ${event.status} ${event.text}`),
      keep: () => '',
      takeCalls: () => [],
    },
  });
  return { ...result, judged: await browser.isDone(task), acted };
}

/** All of them take three minutes, so `npm test` runs every fourth. CONTRIBUTING.md describes how to run all. */
const tried = Object.entries(pageTasks).filter((_, at) => process.env['ALL_TASKS'] === '1' || at % 4 === 0);

it.each(tried)('%s is done, and undone work is not reported as done', async (_, task) => {
  const right = await solve(task, task.right);
  expect(right, right.acted.join('\n')).toMatchObject({ outcome: 'done', judged: true });
  const wrong = await solve(task, task.wrong);
  expect(wrong, wrong.acted.join('\n')).toMatchObject({ outcome: 'unproven', judged: false });
});
