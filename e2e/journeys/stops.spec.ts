import type { Page } from '@playwright/test';
import type { Recording, Step } from '../../src-preload/contract/model/recordings/recording.ts';
import { ask } from '../fixtures/ask.ts';
import { placeOf } from '../fixtures/elements.ts';
import { outsideTexts } from '../fixtures/outside.ts';
import { saveScreen } from '../fixtures/screenshot.ts';
import { expect, test } from '../fixtures/test.ts';

test('a stop shows both pictures and near misses, one of which can be used; a heal shows the element found', async ({
  desktop,
  launch,
  person,
  target,
}, info) => {
  test.setTimeout(120_000);
  const { window } = await launch({ settings: { stepTimeoutMs: 800 } });
  const app = await target('galculator');
  const root = await placeOf(window, app.windowId, 'role=Button name="sqrt"');
  await ask(window, 'recorder.start', {});
  await person.focus(app.window);
  await person.move(root.x, root.y);
  await window.waitForTimeout(600);
  await person.click(root.x, root.y);
  await expect.poll(async () => (await stepsOf(window)).length).toBe(1);
  await ask(window, 'recorder.stop', {});
  const [step] = await stepsOf(window);
  if (!step?.target) throw new Error('no element was recorded');
  const { target: recorded } = step;
  expect(recorded.picture).toBeDefined();

  // As if the app had renamed it: no selector matches it.
  await change(window, { ...step, target: { ...recorded, name: 'sqrtt', selectors: named('sqrtt') } });
  await window.getByTestId('replay.start').click();
  await expect(window.getByTestId('replay-summary')).toHaveAttribute('data-status', 'failed', { timeout: 30_000 });
  const details = window.getByTestId('step-details');
  await expect(details.getByRole('img', { name: /as it was recorded/ })).toBeVisible();
  await expect(details.getByRole('img', { name: 'The window when the replay stopped' })).toBeVisible();
  await saveScreen(desktop, info.outputPath('stop.png'));
  const near = details.getByRole('list', { name: 'Nearest elements' });
  await expect(near.getByRole('listitem').first()).toContainText('Button “sqrt”');
  await near.getByRole('button').first().click();
  await expect.poll(async () => (await stepsOf(window))[0]?.target?.name).toBe('sqrt');
  await ask(window, 'recorder.undo', {});
  expect((await stepsOf(window))[0]?.target?.name).toBe('sqrtt');

  await change(window, { ...step, target: { ...recorded, selectors: [...named('sqrtt'), ...recorded.selectors] } });
  await window.getByTestId('replay.start').click();
  await expect(window.getByTestId('replay-summary')).toContainText('1 healed', { timeout: 30_000 });
  await expect(details.getByRole('img', { name: 'The element that was found' })).toBeVisible();
  await saveScreen(desktop, info.outputPath('heal.png'));
});

test('a replay asks for its inputs before it does anything', async ({ desktop, launch, person, target }, info) => {
  test.setTimeout(120_000);
  const { window } = await launch();
  const app = await target('mousepad');
  await ask(window, 'recorder.start', {});
  await person.focus(app.window);
  await person.type('Anna');
  await expect.poll(async () => (await stepsOf(window)).length, { timeout: 15_000 }).toBe(1);
  await ask(window, 'recorder.stop', {});
  const [typed] = await stepsOf(window);
  if (!typed) throw new Error('nothing was recorded');
  await window.getByTestId('rail-record').click();
  await window.getByTestId('steps-list').getByRole('option').click();
  const details = window.getByTestId('step-details');
  await details.getByLabel('Name of the input').fill('Given name');
  await window.keyboard.press('Enter');
  await expect(details).toContainText('--set given_name=…');
  await saveScreen(desktop, info.outputPath('named.png'));
  await window.locator('[data-command="replay.inputs"]').first().click();
  const dialog = window.getByTestId('replay-inputs');
  await dialog.getByLabel('given_name').last().fill('Berta');
  await saveScreen(desktop, info.outputPath('inputs.png'));
  await dialog.getByRole('button', { name: 'Replay' }).click();
  await expect(window.getByTestId('replay-summary')).toHaveAttribute('data-status', 'passed', { timeout: 30_000 });
  await expect.poll(() => outsideTexts(desktop, app.pid)).toContain('Berta');

  await details.getByRole('button', { name: 'Make it a secret' }).click();
  await details.getByLabel('Name of the secret').fill('PIN');
  await window.keyboard.press('Enter');
  expect(JSON.stringify(await stepsOf(window))).not.toContain('Anna');
  await saveScreen(desktop, info.outputPath('made-secret.png'));
  await window.getByTestId('replay.start').click();
  await expect(dialog).toContainText('The secret PIN is not known.');
  await saveScreen(desktop, info.outputPath('secret.png'));
  await dialog.getByLabel('Secret PIN').last().fill('hunter2');
  await window.keyboard.press('Enter');
  await expect(window.getByTestId('replay-summary')).toHaveAttribute('data-status', 'passed', { timeout: 30_000 });
  await expect.poll(() => outsideTexts(desktop, app.pid)).toContain('hunter2');
  expect(JSON.stringify(await ask(window, 'recorder.state', {}))).not.toContain('hunter2');
});

const named = (name: string) => [
  { selector: `role=Button name="${name}"`, kind: 'name', grade: 'B', matchCount: 1, elapsedMs: 1 } as const,
];

async function stepsOf(page: Page): Promise<readonly Step[]> {
  const { recording }: { readonly recording: Recording } = await ask(page, 'recorder.state', {});
  return recording.steps;
}

async function change(page: Page, step: Step): Promise<void> {
  await ask(page, 'recorder.updateStep', step as never);
}
