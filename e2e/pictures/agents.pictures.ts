import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { arrange, arrangeApp } from '../demo/arrange.ts';
import { ask } from '../fixtures/ask.ts';
import { computeModel, computeTask } from '../fixtures/compute-task.ts';
import { assign, click, type } from '../fixtures/task-script.ts';
import { expect, test } from '../fixtures/test.ts';

const script = {
  HostAgent: [
    assign('Calculator', 'Compute 7 × 6', ['Write the result', 'Save it']),
    assign('Editor', 'Write the result', ['Save it']),
    { status: 'FAIL', result: 'The editor has no key that saves.' },
  ],
  AppAgent: [
    'no JSON at all',
    {
      status: 'CONTINUE',
      observation: 'The calculator shows 0.',
      thought: 'Its keys are buttons: I press them one after the other.',
      comment: 'Pressing 7 × 6.',
      action: ['7', '×', '6', '='].map(click),
    },
    { status: 'FINISH', action: [], result: '42' },
    { status: 'CONTINUE', thought: 'I type it.', action: [type('42')] },
    { status: 'CONTINUE', action: [{ function: 'click_input', arguments: { id: '999', name: 'Save' } }] },
    { status: 'FAIL', action: [], result: 'There is no such key in this window.' },
  ],
};

/** A failed run, on the scripted desktop: its agent's observations and decisions, and the cause. */
for (const theme of ['dark', 'light'] as const) {
  test(`a run of agents, ${theme}`, async ({ launch }) => {
    const folder = await mkdtemp(join(tmpdir(), 'deskscope-pictures-'));
    const file = join(folder, 'script.json');
    await writeFile(file, JSON.stringify(script));
    const env = { DESKSCOPE_SCRIPTED_MODEL: file };
    const { window } = await launch({ backend: 'fake', env, settings: { theme } });
    const task = 'compute 7 × 6, write the result into the editor and save it';
    await ask(window, 'agents.start', { task, model: 'scripted', mode: 'act' });
    await expect(window.getByTestId('task-state')).toContainText('no key', { timeout: 60_000 });
    await window.getByTestId('show-run').click();
    await window.getByTestId('task-dismiss').click();
    await window.getByTestId('why-failed').waitFor();
    await window.getByTestId('step-rows').getByRole('treeitem').filter({ hasText: 'click_input' }).first().click();
    await window.getByTestId('call-pictures').getByRole('tab', { name: 'Saw' }).click();
    await window.getByTestId('step-panel').getByRole('tab', { name: 'Answer' }).click();
    await expect(window.getByTestId('picture-saw').getByRole('img')).toBeVisible();
    await window.mouse.move(0, 0);
    await window.waitForTimeout(1_000);
    await window.screenshot({ path: join(root, 'docs', `agents-${theme}.png`) });
    await rm(folder, { recursive: true, force: true });
  });
}

/** A held call on the real desktop, and the run's state. */
for (const theme of ['dark', 'light'] as const) {
  test(`the run debugger, ${theme}`, async ({ desktop, launch, target }) => {
    const folder = await mkdtemp(join(tmpdir(), 'deskscope-pictures-'));
    const model = await computeModel(join(folder, 'script.json'));
    const env = { DESKSCOPE_SCRIPTED_MODEL: model.replace('scripted:', '') };
    const deskscope = await launch({ env, settings: { theme } });
    const { window } = deskscope;
    await arrangeApp(desktop, deskscope);
    await arrange(desktop, await target('galculator'), await target('mousepad'));
    await ask(window, 'debug.setBreakpoints', { breakpoints: [{ on: 'tool', name: 'keyboard_input' }] });
    await ask(window, 'agents.start', { task: computeTask, model: 'scripted', mode: 'act' });
    await expect(window.getByTestId('held')).toContainText('keyboard_input', { timeout: 30_000 });
    await window.getByTestId('show-run').click();
    await window.getByRole('tab', { name: 'States' }).click();
    await window.mouse.move(0, 0);
    await window.waitForTimeout(1_000);
    await window.screenshot({ path: join(root, 'docs', `run-debugger-${theme}.png`) });
    await window.getByTestId('task-stop').click();
    await rm(folder, { recursive: true, force: true });
  });
}
