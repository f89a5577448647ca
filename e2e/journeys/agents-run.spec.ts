import { mkdtemp, rm } from 'node:fs/promises';
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
  await target('galculator');
  await target('mousepad');
  const model = await computeModel(join(folder, 'script.json'), ['no JSON at all']);
  const trace = join(folder, 'run');
  const done = await cli(['run', computeTask, '--model', model, '--allow', 'act', '--trace', trace], desktop.env);
  expect(done.code, `${done.stdout}${done.stderr}`).toBe(0);

  const { window } = await launch({ args: [trace] });
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
  await expect(panel).toContainText('Not usable');
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

  // The keys choose the step that they reach.
  await first.press('ArrowDown');
  await expect(panel).toContainText('FINISH');
  await window.getByRole('textbox', { name: 'Filter steps' }).fill('keyboard_input');
  await expect(rows).toHaveCount(3);
});
