import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { outsideTexts } from '../fixtures/outside.ts';
import { assign, click, type } from '../fixtures/task-script.ts';
import { expect, test } from '../fixtures/test.ts';
import { waitFor } from '../fixtures/wait-for.ts';

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskscope-tasks-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

async function scripted(script: object) {
  const file = join(folder, 'script.json');
  await writeFile(file, JSON.stringify(script));
  return { env: { DESKSCOPE_SCRIPTED_MODEL: file } };
}

async function give(window: Page, task: string): Promise<void> {
  await window.getByTestId('task.new').click();
  await expect(window.getByTestId('task-start')).toBeDisabled();
  await window.getByTestId('task-text').fill(task);
  await window.getByRole('textbox', { name: 'Model' }).fill('scripted');
  await window.getByRole('combobox', { name: 'What agents may do' }).selectOption('act');
}

async function asked(electron: ElectronApplication): Promise<Page> {
  const page = await waitFor('the window with the question', () =>
    electron.windows().find((one) => one.url().includes('permission.html')),
  );
  await page.getByRole('alertdialog').waitFor();
  return page;
}

test('a task runs from its line to its result, asks, and is held and changed on the way', async ({
  desktop,
  launch,
  target,
}) => {
  const options = await scripted({
    HostAgent: [
      { status: 'PENDING', questions: ['Which number shall be multiplied by 6?'] },
      assign('galculator', 'Compute it', ['Write the result']),
      assign('Mousepad', 'Write the result'),
      { status: 'FINISH', result: 'It is written.', evidence: [{ window: 'Mousepad', text: '42' }] },
    ],
    AppAgent: [
      { status: 'CONTINUE', action: ['8', '*', '6', '='].map(click) },
      { status: 'FINISH', action: [], result: '{{"answer":"(\\d+)"}} × 6 is 42' },
      { status: 'CONFIRM', comment: 'May I write it?', action: type('42') },
      { status: 'FINISH', action: [], result: 'written' },
    ],
  });
  await target('galculator');
  const editor = await target('mousepad');
  const { electron, window } = await launch(options);

  await window.getByTestId('palette-button').click();
  await window.getByTestId('palette-input').fill('Breakpoints of agents');
  await window.keyboard.press('Enter');
  await window.getByRole('combobox', { name: 'Kind of breakpoint' }).selectOption('text');
  await window.getByRole('textbox', { name: /In its arguments/ }).fill('"name":"8"');
  await window.getByTestId('breakpoint-add').click();
  await expect(window.getByTestId('breakpoints')).toContainText('Before a call with a text: "name":"8"');
  await window.keyboard.press('Escape');

  await give(window, 'multiply a number by 6 and write the result into the editor');
  await window.getByTestId('task-start').click();

  const question = await asked(electron);
  await expect(question.getByRole('alertdialog')).toContainText('“HostAgent” asks you');
  await expect(question.getByRole('alertdialog')).toContainText('Which number shall be multiplied by 6?');
  await question.getByTestId('reply-text').fill('7');
  await question.locator('[data-ready="true"]').waitFor();
  await question.getByTestId('reply').click();

  const held = window.getByTestId('held');
  await expect(held).toContainText('would call click_input', { timeout: 30_000 });
  await expect(held).toContainText('Breakpoint: the text');
  await window.getByTestId('held-content').fill('{ "selector": 7 }');
  await window.getByTestId('held-go').click();
  await expect(window.getByTestId('toasts')).toContainText('selector');
  const seven = { selector: 'role=Button name="7"', window: { app: 'galculator' } };
  await window.getByTestId('held-content').fill(JSON.stringify(seven));
  await window.getByTestId('held-go').click();
  await expect(held).toContainText('would call click_input');
  await window.getByTestId('debug-continue').click();

  const confirmation = await asked(electron);
  await expect(confirmation.getByRole('alertdialog')).toContainText('wants a yes before it acts', { timeout: 30_000 });
  await expect(confirmation.getByTestId('confirm-no')).toBeFocused();
  expect(await outsideTexts(desktop, editor.pid)).not.toContain('42');
  await confirmation.locator('[data-ready="true"]').waitFor();
  await confirmation.getByTestId('confirm-yes').click();

  await expect(window.getByTestId('task-state')).toContainText('Done. It is written.', { timeout: 30_000 });
  expect(await outsideTexts(desktop, editor.pid)).toContain('42');
  await window.getByTestId('task-dismiss').click();
  await expect(window.getByTestId('agents-dock')).toBeHidden();
});

test('a task that is stopped while it is held does nothing more', async ({ launch, target }) => {
  const app = await target('galculator');
  const options = await scripted({
    HostAgent: [assign('galculator', 'Press 8')],
    AppAgent: [{ status: 'CONTINUE', action: click('8') }],
  });
  const { window } = await launch(options);
  await window.keyboard.press('Shift+F8');
  await expect(window.getByTestId('agents-dock')).toContainText('held before they act');
  await give(window, 'press 8');
  await window.getByTestId('task-text').press('Control+Enter');
  await expect(window.getByTestId('held')).toContainText('Step 1');
  await window.getByTestId('held-go').click();
  await expect(window.getByTestId('held')).toContainText('Answer of step 1');
  await window.getByTestId('task-stop').click();
  await expect(window.getByTestId('task-state')).toContainText('Stopped.');
  await expect(window.getByTestId('held')).toBeHidden();
  expect(app.pid).toBeGreaterThan(0);
});
