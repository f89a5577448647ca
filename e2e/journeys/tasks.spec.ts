import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { ask } from '../fixtures/ask.ts';
import { barOf, bars } from '../fixtures/bars.ts';
import { placeOf } from '../fixtures/elements.ts';
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
  await window.getByRole('combobox', { name: 'Model' }).fill('scripted');
  await window.getByRole('combobox', { name: 'What agents may do' }).selectOption('act');
}

async function asked(electron: ElectronApplication): Promise<Page> {
  const find = () => electron.windows().find((one) => one.url().includes('permission.html'));
  const page = await waitFor('the window with the question', find, 30_000);
  await page.getByRole('alertdialog').waitFor();
  return page;
}

async function reply(electron: ElectronApplication, question: string, answer: string): Promise<void> {
  const window = await asked(electron);
  await expect(window.getByRole('alertdialog')).toContainText('“HostAgent” asks you');
  await expect(window.getByRole('alertdialog')).toContainText(question);
  await window.getByTestId('reply-text').fill(answer);
  await window.locator('[data-ready="true"]').waitFor();
  await window.getByTestId('reply').click();
}

test('a task runs from its line to its result, asks a question, and is held and changed on the way', async ({
  desktop,
  launch,
  person,
  target,
}) => {
  test.setTimeout(180_000);
  const options = await scripted({
    HostAgent: [
      { status: 'PENDING', questions: ['Which number should be multiplied by 6?'] },
      assign('galculator', 'Compute it', ['Write the result']),
      assign('Mousepad', 'Write the result'),
      { status: 'FINISH', result: 'It is written.', evidence: [{ window: 'Mousepad', text: '42' }] },
      { status: 'FINISH', result: 'It still stands there.', evidence: [{ window: 'Mousepad', text: '42' }] },
    ],
    AppAgent: [
      { status: 'CONTINUE', action: ['8', '*', '6', '='].map(click) },
      { status: 'FINISH', action: [], result: '{{"answer":"(\\d+)"}} × 6 is 42' },
      { status: 'CONFIRM', comment: 'May I write it?', action: type('42') },
      { status: 'FINISH', action: [], result: 'written' },
    ],
  });
  const calculator = await target('galculator');
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
  await window.getByRole('textbox', { name: 'Max rounds' }).fill('2');
  await window.getByTestId('task-start').click();
  await reply(electron, 'Which number should be multiplied by 6?', '7');

  const held = window.getByTestId('held');
  await expect(held).toContainText('is about to call click_input', { timeout: 30_000 });
  await expect(held).toContainText('Breakpoint: the text');
  // With another app focused, the same appears above it, and a press there does not move the focus.
  await person.focus(calculator.window);
  const bar = await barOf(electron, 'held-bar.html');
  await expect(bar.getByTestId('held-bar')).toContainText('click_input“8”');
  await expect(bar.getByRole('button')).toHaveText(['Deny', 'Run', 'Resume all', 'Show']);
  await expect(bar.getByTestId('held-bar')).toContainText('Ctrl+Shift+F6: run');
  await expect(bar.getByTestId('held-picture').getByRole('img')).toBeVisible();
  await bar.getByRole('button', { name: 'Show' }).click();
  await waitFor('the bar to go', async () => (await bars(electron, 'held-bar.html')).length === 0);
  await window.getByTestId('held-content').fill('{ "selector": { "name": "7" } }');
  await window.getByTestId('held-go').click();
  await expect(window.getByTestId('toasts')).toContainText('selector');
  const seven = { selector: 'role=Button name="7"', window: { app: 'galculator' } };
  await window.getByTestId('held-content').fill(JSON.stringify(seven));
  await window.getByTestId('held-go').click();
  await expect(held).toContainText('is about to call click_input');
  await window.getByTestId('debug-continue').click();

  const confirmation = await asked(electron);
  await expect(confirmation.getByRole('alertdialog')).toContainText('wants a yes before it acts', { timeout: 30_000 });
  await expect(confirmation.getByTestId('confirm-no')).toBeFocused();
  expect(await outsideTexts(desktop, editor.pid)).not.toContain('42');
  await confirmation.locator('[data-ready="true"]').waitFor();
  await confirmation.getByTestId('confirm-yes').click();

  await expect(window.getByTestId('task-state')).toContainText('Done. It is written.', { timeout: 30_000 });
  expect(await outsideTexts(desktop, editor.pid)).toContain('42');
  await reply(electron, 'What is to be done next?', 'see whether it stands there');
  await expect(window.getByTestId('task-state')).toContainText('Done. It still stands there.', { timeout: 30_000 });

  // The calculator already shows its result: the step that pressed its keys is not repeated.
  await window.getByTestId('show-run').click();
  await window.getByTestId('step-rows').getByRole('treeitem').filter({ hasText: 'click_input' }).first().click();
  await window.getByTestId('step-again').click();
  await expect(window.getByTestId('again-answer')).toHaveValue(/click_input/);
  await window.getByTestId('again-start').click();
  const differs = /^Failed\. Nothing was done: the desktop is not as it was before step \d: .*holds “42”/;
  await expect(window.getByTestId('task-state')).toContainText(differs, { timeout: 30_000 });

  // Once the calculator is restored, the step is repeated with another number, and continues from there.
  await scripted({
    HostAgent: [
      assign('Mousepad', 'Write the result'),
      { status: 'FINISH', result: 'It is written again.', evidence: [{ window: 'Mousepad', text: '54' }] },
    ],
    AppAgent: [
      { status: 'FINISH', action: [], result: '54' },
      { status: 'FINISH', action: type('54'), result: 'written' },
    ],
  });
  await ask(window, 'settings.set', { agentPolicy: 'act' });
  await person.focus(calculator.window);
  await person.key('Escape');
  await expect.poll(() => outsideTexts(desktop, calculator.pid)).not.toContain('42');
  await window.getByTestId('step-again').click();
  const pressed = window.getByTestId('again-answer');
  const nine = ['9', '*', '6', '='].map((name) => ({
    function: 'click_input',
    arguments: { selector: `role=Button name="${name}"`, window: { app: 'galculator' } },
  }));
  await pressed.fill(JSON.stringify({ status: 'CONTINUE', action: nine }));
  await window.getByTestId('again-start').click();
  await expect(window.getByTestId('task-state')).toContainText('Done. It is written again.', { timeout: 30_000 });
  expect(await outsideTexts(desktop, calculator.pid)).toContain('54');
  expect(await outsideTexts(desktop, editor.pid)).toContain('4254');
  await window.getByTestId('task-dismiss').click();
  await expect(window.getByTestId('agents-dock')).toBeHidden();
});

test('a click is held, changed, taken over by hand, handed back and halted', async ({
  desktop,
  launch,
  person,
  target,
}) => {
  const app = await target('galculator');
  const options = await scripted({
    HostAgent: [assign('galculator', 'Press 8')],
    AppAgent: [
      { status: 'CONTINUE', action: click('8') },
      { status: 'CONTINUE', action: click('9') },
      { status: 'CONTINUE', comment: '{{Click Button “(5)” \\(by hand\\)}}', action: click('8') },
    ],
  });
  const { window } = await launch(options);
  const held = window.getByTestId('held');
  await ask(window, 'debug.setBreakpoints', { breakpoints: [{ on: 'element', text: '8' }] });
  await give(window, 'press 8');
  await window.getByTestId('task-text').press('Control+Enter');

  await expect(held).toContainText('is about to call click_input', { timeout: 30_000 });
  await expect(held).toContainText('Breakpoint: the element 8');
  const seven = { selector: 'role=Button name="7"', window: { app: 'galculator' } };
  await window.getByTestId('held-content').fill(JSON.stringify(seven));
  await window.getByTestId('held-go-result').click();
  await expect(held).toContainText('click_input answered');
  await expect.poll(() => outsideTexts(desktop, app.pid)).toContain('7');
  await window.getByTestId('held-content').fill('"It pressed 8."');
  await window.getByTestId('held-go').click();

  await expect(held).toContainText(/Step \d/);
  await window.getByTestId('held-go').click();
  await expect(held).toContainText('Answer of step');
  await window.getByTestId('take-over').click();
  await expect(window.getByTestId('held-go')).toBeDisabled();
  const five = await placeOf(window, app.windowId, 'role=Button name="5"');
  await person.focus(app.window);
  await person.click(five.x, five.y);
  await expect(window.getByTestId('taken-over')).toContainText('1 step: Click Button “5”');
  await expect.poll(() => outsideTexts(desktop, app.pid)).toContain('75');
  await window.getByTestId('hand-back').click();

  // The pending answer refers to an old display: the agent looks again, and knows what was done.
  await expect(held).toContainText(/Step \d/);
  await window.getByTestId('debug-continue').click();
  await expect(held).toContainText('Breakpoint: the element 8');
  await ask(window, 'halt.pull', {});
  await expect(window.getByTestId('task-state')).toContainText('Stopped.');
  await expect(held).toBeHidden();
  expect(await outsideTexts(desktop, app.pid)).toContain('75');

  await window.getByTestId('show-run').click();
  const rows = window.getByTestId('step-rows').getByRole('treeitem');
  const byHand = rows.filter({ hasText: 'Click Button “5”' });
  await byHand.click();
  await expect(window.getByTestId('step-panel')).toContainText('Done by hand');
  await window.getByRole('tab', { name: 'Blackboard' }).click();
  await expect(window.getByTestId('blackboard')).toContainText('Click Button “5”');
  await window.getByRole('tab', { name: 'Sub-tasks' }).click();
  await expect(window.getByTestId('sub-task-graph')).toContainText('Press 8');
  await window.getByRole('tab', { name: 'States' }).click();
  await expect(window.getByTestId('state-of-AppAgent')).toContainText('CONTINUE');
  const axis = window.getByRole('slider', { name: 'Time axis' });
  await axis.press('Home');
  await expect(rows.filter({ hasText: 'ASSIGN' })).toHaveAttribute('aria-selected', 'true');
  await expect(axis).toHaveAttribute('aria-valuetext', /^Step 1/);
});

test('a task works on its own desktop, while the user’s stays unchanged', async ({ desktop, launch, target }) => {
  const app = await target('galculator');
  const profile = join(folder, 'deskscope.yaml');
  await writeFile(profile, 'desktop: { size: 1000x700, apps: [galculator] }');
  const options = await scripted({
    HostAgent: [
      assign('galculator', 'Press 8'),
      { status: 'FINISH', result: 'It shows 8.', evidence: [{ window: 'galculator', text: '8' }] },
    ],
    AppAgent: [
      { status: 'CONTINUE', action: click('8') },
      { status: 'FINISH', action: [], result: 'pressed' },
    ],
  });
  const { window } = await launch(options);
  await ask(window, 'settings.set', { desktopProfile: profile });
  await give(window, 'press 8');
  await window.getByRole('combobox', { name: 'Where agents work' }).selectOption('own');
  await window.getByTestId('task-start').click();
  await expect(window.getByTestId('task-state')).toContainText('Done. It shows 8.', { timeout: 60_000 });
  expect(await outsideTexts(desktop, app.pid)).not.toContain('8');

  // It stays for the user to inspect, until they stop it.
  await window.getByTestId('show-task-desktop').click();
  const [own] = await ask(window, 'desktops.list', {});
  await expect(window.getByTestId('desktops')).toContainText(`${own?.id}, 1000 × 700`);
  await window.getByTestId('desktops').getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => ask(window, 'desktops.list', {})).toEqual([]);
});
