import type { ElementId } from '#contract/model/elements/element';
import type { WindowId } from '#contract/model/windows/window';
import type { RunInfo } from '#contract/model/runs/run';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { allowEverything, connectAgent } from '../fixtures/agent.ts';
import { ask } from '../fixtures/ask.ts';
import { cli } from '../fixtures/cli.ts';
import { outsideTexts } from '../fixtures/outside.ts';
import { assign, click } from '../fixtures/task-script.ts';
import { expect, test } from '../fixtures/test.ts';

const calculator = { app: 'galculator' };
const press = (name: string) => ({ selector: `role=Button name="${name}"`, window: calculator });

test('an agent’s calls appear live, with pictures, and a call that is edited and repeated changes the app', async ({
  desktop,
  launch,
  target,
}) => {
  const { electron, window } = await launch();
  const app = await target('galculator');
  await window.getByTestId('rail-runs').click();
  await expect(window.getByTestId('calls')).toContainText('No calls yet');

  const agent = await connectAgent(window, 'test agent');
  let done = false;
  const allowing = allowEverything(electron, () => done);
  try {
    await agent.callTool({ name: 'click_input', arguments: press('7') });
    const rows = window.getByTestId('call-rows').getByRole('option');
    await expect(rows).toHaveCount(1);
    await rows.first().click();
    await agent.callTool({ name: 'click_input', arguments: press('no such key') });
    await expect(rows).toHaveCount(2);
    // A new call does not change the selection.
    await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
    await expect(window.getByTestId('call-panel')).toContainText('name=\\"7\\"');
    await expect(window.getByTestId('call-panel')).toContainText('1 match');
    await expect(window.getByTestId('picture-target').getByRole('img')).toBeVisible();
    await expect(window.getByTestId('target-box')).toBeVisible();
    await expect(window.getByTestId('tree-change')).toContainText('7');
    await window.getByRole('tab', { name: 'Target' }).press('ArrowRight');
    await expect(window.getByTestId('picture-after').getByRole('img')).toBeVisible();

    await expect(window.getByTestId('film-strip').locator('img').first()).toBeVisible();
    await window.getByRole('slider', { name: 'Time axis' }).press('ArrowRight');
    await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
    await expect(window.getByTestId('call-error')).toContainText('No element matches');
    await window.getByRole('textbox', { name: 'Filter calls' }).fill('element_not_found');
    await expect(rows).toHaveCount(1);
    await window.getByRole('textbox', { name: 'Filter calls' }).fill('');

    await window.getByTestId('rerun-edit').click();
    await window.getByTestId('rerun-arguments').fill('{');
    await window.getByTestId('rerun-run').click();
    await expect(window.getByRole('alert')).toContainText('This is not JSON');
    await window.getByTestId('rerun-arguments').fill(JSON.stringify(press('5')));
    await window.getByTestId('rerun-arguments').press('Control+Enter');
    await expect(window.getByTestId('rerun-outcome')).toContainText('Done');
    await expect.poll(() => outsideTexts(desktop, app.pid)).toContain('75');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(2)).toContainText('You');
  } finally {
    done = true;
    await allowing;
    await agent.close();
  }
  await expectNoOverflow(window);
});

test('an earlier run is opened, exported, read by the command line and deleted', async ({
  desktop,
  launch,
  target,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'deskscope-runs-e2e-'));
  try {
    const zip = join(folder, 'run.zip');
    const page = join(folder, 'run.html');
    const video = join(folder, 'run.webm');
    const app = await target('galculator');
    const first = await launch();
    const element = await elementNamed(first.window, app.windowId, 'role=Button name="9"');
    await ask(first.window, 'element.runPattern', { element, call: { pattern: 'invoke' } });
    await first.window.getByTestId('rail-runs').click();
    const rows = first.window.getByTestId('call-rows').getByRole('option');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Button “9” in galculator');
    for (const [title, file] of [
      ['Export run as zip…', zip],
      ['Export run as a page…', page],
      ['Export run as a video…', video],
    ] as const) {
      await first.electron.evaluate(({ dialog }, filePath) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
      }, file);
      await first.window.getByTestId('run-list').getByRole('option', { selected: true }).click({ button: 'right' });
      await first.window.getByRole('menuitem', { name: title }).click();
      await expect(first.window.getByText(`Exported ${file}`)).toBeVisible();
    }
    expect(await readFile(page, 'utf8')).toContain('Ran invoke on Button “9”.');
    const webm = await readFile(video);
    expect(webm.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
    expect(webm.length).toBeGreaterThan(2_000);

    const shown = await cli(['runs', 'show', zip, '--json'], desktop.env);
    expect(shown.code, shown.stderr).toBe(0);
    const { calls } = JSON.parse(shown.stdout) as { calls: readonly { tool: string; status: string }[] };
    expect(calls).toMatchObject([{ tool: 'action::run_pattern', status: 'ok' }]);

    await first.electron.evaluate(({ dialog }, file) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [file] });
    }, zip);
    await first.window.getByRole('button', { name: 'Open recording or run…' }).click();
    await expect(first.window.getByTestId('run-list').getByRole('option')).toHaveCount(2);
    await expect(first.window.getByTestId('call-panel')).toContainText('run_pattern');
    await expect(first.window.getByTestId('picture-target').getByRole('img')).toBeVisible();
    await first.window.getByTestId('run-list').getByRole('option', { selected: true }).press('Delete');
    await first.window.getByTestId('confirm-remove').click();
    await expect(first.window.getByTestId('run-list').getByRole('option')).toHaveCount(1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('each client and task has its own run, which is complete after the app was killed', async ({
  desktop,
  launch,
  target,
}) => {
  await target('galculator');
  const profile = await mkdtemp(join(tmpdir(), 'deskscope-killed-'));
  try {
    await writeFile(join(profile, 'settings.json'), JSON.stringify({ version: 1, mcpPort: 0, agentPolicy: 'act' }));
    const script = join(profile, 'script.json');
    await writeFile(script, JSON.stringify(pressing));
    const { electron, window } = await launch({ profile, env: { DESKSCOPE_SCRIPTED_MODEL: script } });
    const [one, other] = [await connectAgent(window, 'one'), await connectAgent(window, 'other')];
    await one.callTool({ name: 'click_input', arguments: press('7') });
    await other.callTool({ name: 'get_desktop_app_info', arguments: {} });
    await one.callTool({ name: 'click_input', arguments: press('no such key') });
    await window.getByTestId('rail-runs').click();
    const listed = window.getByTestId('run-list').getByRole('option');
    await expect(listed).toHaveCount(3);
    await expect(listed.filter({ hasText: /^one 1\.0\.0/ })).toContainText('2 calls');
    await listed.filter({ hasText: /^other 1\.0\.0/ }).click();
    await expect(window.getByTestId('call-rows').getByRole('option')).toHaveCount(1);
    await other.callTool({ name: 'get_desktop_app_info', arguments: {} });
    await expect(window.getByTestId('call-rows').getByRole('option')).toHaveCount(2);
    await window.screenshot({ path: test.info().outputPath('runs.png') });

    await ask(window, 'debug.setBreakpoints', { breakpoints: [{ on: 'element', text: '9' }] });
    await ask(window, 'agents.start', { task: 'press 8 and 9', model: 'scripted', mode: 'act' });
    await expect(window.getByTestId('held')).toContainText('click_input', { timeout: 30_000 });
    await window.getByTestId('show-run').click();
    const shownLive = await shownOfRun(window);
    expect(shownLive.rows).toContainEqual(expect.stringMatching(/^3not finished.*name="9"/));

    electron.process().kill('SIGKILL');
    const runs = await listRuns(profile, desktop.env);
    expect(runs.map(({ title, kind, ended, calls }) => [title.slice(0, 5), kind, ended, calls])).toEqual([
      ['press', 'task', null, expect.any(Number)],
      ['other', 'client', null, 2],
      ['one 1', 'client', null, 2],
    ]);
    const shown = await cli(
      ['runs', 'show', runs[2]?.id ?? '', '--from', join(profile, 'runs'), '--json'],
      desktop.env,
    );
    expect(JSON.parse(shown.stdout)).toMatchObject({
      complete: false,
      calls: [{ status: 'ok' }, { status: 'failed', error: 'element_not_found' }],
    });

    const again = await launch({ profile });
    await again.window.getByTestId('rail-runs').click();
    const killed = again.window.getByTestId('run-list').getByRole('option').filter({ hasText: 'press 8 and 9' });
    await expect(killed).toContainText('cut short');
    await killed.click();
    expect(await shownOfRun(again.window)).toEqual(shownLive);
    await expect(again.window.getByTestId('why-failed')).toContainText('It was cut short');
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** Presses 8, and attempts to press 9. */
const pressing = {
  HostAgent: [assign('galculator', 'Press 8 and 9')],
  AppAgent: [
    { status: 'CONTINUE', thought: 'First the 8.', action: click('8') },
    { status: 'CONTINUE', thought: 'Then the 9.', action: click('9') },
  ],
};

/** Everything the Runs view shows about the open agents' run, once it shows the picture of the first act. */
async function shownOfRun(window: Page) {
  const rows = window.getByTestId('step-rows').getByRole('treeitem');
  await expect(rows.filter({ hasText: 'name="9"' })).toBeVisible();
  const steps: string[] = [];
  for (const key of ['"8"', '"9"']) {
    await rows.filter({ hasText: `name=${key}` }).click();
    await expect(window.getByTestId('step-panel')).toContainText(key === '"8"' ? 'First the 8.' : 'Then the 9.');
    await expect(window.getByTestId('picture-saw').getByRole('img')).toBeVisible();
    // A button that only a finished run has.
    steps.push((await window.getByTestId('step-panel').innerText()).replace('Rerun from here…\n', ''));
  }
  await window.getByRole('tab', { name: 'Blackboard' }).click();
  await expect(window.getByTestId('blackboard')).toBeVisible();
  const blackboard = await window.getByTestId('blackboard').innerText();
  return {
    steps,
    blackboard,
    rows: (await rows.allTextContents()).map((row) => row.replace('under way', 'not finished')),
  };
}

async function listRuns(profile: string, env: NodeJS.ProcessEnv): Promise<readonly RunInfo[]> {
  const { stdout } = await cli(['runs', 'list', '--from', join(profile, 'runs'), '--json'], env);
  return (JSON.parse(stdout) as { runs: readonly RunInfo[] }).runs;
}

async function elementNamed(page: Page, window: WindowId, selector: string): Promise<ElementId> {
  const { matches } = await ask(page, 'element.find', { window, selector });
  const [first] = matches;
  if (!first) throw new Error(`Nothing matches ${selector}.`);
  return first.id;
}

/** Nothing exceeds the window's width, even at its minimum. */
async function expectNoOverflow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1_000, height: 700 });
  const wide = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
        .map((element) => element.outerHTML.slice(0, 120)),
    );
  // Measured content is drawn again a frame later.
  await expect.poll(wide).toEqual([]);
}
