import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli } from '../fixtures/cli.ts';
import { computeModel, computeTask } from '../fixtures/compute-task.ts';
import { expect, test } from '../fixtures/test.ts';

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskscope-agents-run-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

test('a run of agents shows what each step saw, thought and did', async ({ desktop, launch, target }) => {
  test.setTimeout(120_000);
  await target('galculator');
  await target('mousepad');
  const model = await computeModel(join(folder, 'script.json'), ['no JSON at all']);
  const trace = join(folder, 'run');
  const done = await cli(['run', computeTask, '--model', model, '--allow', 'act', '--trace', trace], desktop.env);
  expect(done.code, `${done.stdout}${done.stderr}`).toBe(0);

  const otherwise = join(folder, 'otherwise');
  await copyWith(trace, otherwise, /"keys":"42"/g, '"keys":"43"');
  const recording = join(folder, 'by-hand.json');
  await recordingWithoutText(trace, recording, desktop.env);
  const { window, electron } = await launch({ args: [otherwise, trace] });
  const run = window.getByTestId('run-list').getByRole('option', { selected: true });
  await expect(run).toContainText('compute 7 × 6');
  await expect(run).toContainText('done');

  const rows = window.getByTestId('step-rows').getByRole('treeitem');
  await expect(rows.first()).toContainText(`Round 1${computeTask}`);
  await rows.filter({ hasText: 'Sub-task 1' }).first().click();
  await expect(window.getByTestId('part-panel')).toContainText('galculator');
  const first = rows.filter({ hasText: 'click_input' }).first();
  await first.click();
  const panel = window.getByTestId('step-panel');
  await expect(panel).toContainText('Its keys are buttons');
  await expect(panel).toContainText('Unusable');
  await expect(window.getByTestId('picture-saw').getByRole('img')).toBeVisible();
  await expect(window.getByTestId('target-box')).toHaveCount(4);

  await panel.getByRole('tab', { name: 'Answer' }).press('ArrowLeft');
  await expect(panel.getByTestId('blob-text').last()).toContainText('Compute 7 × 6');
  await panel.getByRole('tab', { name: 'Prompt' }).press('ArrowLeft');
  await expect(panel.getByTestId('blob-text')).toContainText('Button: "7"');
  await panel.getByRole('tab', { name: 'Timing' }).click();
  await expect(panel.getByRole('list', { name: 'Phases' })).toContainText('The model');
  await panel.getByRole('tab', { name: 'Action' }).click();
  await panel
    .getByRole('button', { name: /click_input, with its pictures/ })
    .first()
    .click();
  await expect(window.getByTestId('call-panel')).toContainText('click_input');
  await expect(window.getByTestId('picture-target').getByRole('img')).toBeVisible();
  await window.getByRole('button', { name: /^Step \d+$/ }).click();
  await expect(panel).toBeVisible();

  // The keys select the step they move to.
  await first.press('ArrowDown');
  await expect(panel).toContainText('FINISH');
  await window.getByRole('textbox', { name: 'Filter steps' }).fill('keyboard_input');
  await expect(rows).toHaveCount(3);

  // Compared with a run that wrote something else.
  await rows.first().press('Control+d');
  const other = window.getByTestId('other-runs').getByRole('option').filter({ hasText: 'compute 7 × 6' });
  await expect(other).toHaveCount(1);
  await window.getByRole('dialog').getByRole('textbox', { name: 'Filter runs' }).fill('compute');
  await window.keyboard.press('Enter');
  await expect(window.getByTestId('divergence')).toContainText('with other arguments');
  const pairs = window.getByTestId('pairs').getByRole('option');
  await expect(window.getByTestId('pairs').getByRole('option', { selected: true })).toContainText('First difference');
  await expect(window.getByTestId('compared-panel')).toContainText('keys="43"');
  await expect(window.getByTestId('compared-a').getByRole('img')).toBeVisible();
  await expect(window.getByTestId('compared-b').getByRole('img')).toBeVisible();
  await pairs.first().click();
  await expect(window.getByTestId('compared-panel')).toContainText('select_application_window');
  await window.keyboard.press('Escape');
  await expect(window.getByTestId('steps')).toBeVisible();

  // Compared with a person's recording, which wrote nothing.
  await electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, recording);
  await rows.first().press('Control+d');
  await window.getByTestId('compare-recording').click();
  await expect(window.getByTestId('divergence')).toContainText(/The recording lacks step \d of the run: Type “42”/);
  await expect(window.getByTestId('compared-panel')).toContainText('Type “42”');
  await expect(window.getByTestId('compared-a').getByRole('img')).toBeVisible();
  await window.keyboard.press('Escape');

  // Found by a thought, at its step.
  const list = window.getByTestId('run-list').getByRole('option');
  await window.getByRole('textbox', { name: 'Filter runs' }).fill('keys are buttons');
  await expect(list).toHaveCount(2);
  await expect(window.getByTestId('found').first()).toContainText('keys are buttons');
  await list.last().click();
  await expect(panel).toContainText('Step 2');

  // The run's acts become a recording, with selectors measured in its own trees.
  await window.getByRole('button', { name: 'Open run as a recording' }).click();
  const steps = window.getByTestId('steps').getByRole('option');
  await expect(steps.filter({ hasText: 'Click Button “7”' })).toHaveCount(1);
  await expect(steps.filter({ hasText: 'Type “42”' })).toHaveCount(1);
});

/** A run's acts as a recording, without the typed text. */
async function recordingWithoutText(trace: string, to: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { code, stderr } = await cli(['runs', 'export', trace, '--to', 'recording', '-o', to], env);
  expect(code, stderr).toBe(0);
  const recording = JSON.parse(await readFile(to, 'utf8')) as {
    steps: { readonly action: { readonly type: string } }[];
  };
  const steps = recording.steps.filter(({ action }) => action.type !== 'typeText');
  expect(steps.length).toBeLessThan(recording.steps.length);
  await writeFile(to, JSON.stringify({ ...recording, steps }));
}

/** The same run with another outcome. */
async function copyWith(trace: string, to: string, pattern: RegExp, instead: string): Promise<void> {
  await cp(trace, to, { recursive: true });
  await rm(join(to, 'index.jsonl'), { force: true });
  const file = join(to, 'trace.jsonl');
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(pattern);
  await writeFile(file, text.replace(pattern, instead));
}
