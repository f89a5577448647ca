import type { Page } from '@playwright/test';
import type { Recording } from '../../src-preload/contract/model/recordings/recording.ts';
import { ask } from '../fixtures/ask.ts';
import { barOf } from '../fixtures/bars.ts';
import { placeOf } from '../fixtures/elements.ts';
import { outsideTexts } from '../fixtures/outside.ts';
import { saveScreen } from '../fixtures/screenshot.ts';
import { expect, test } from '../fixtures/test.ts';

test('steps are grouped, repeated and skipped by a picked condition, with keys for everything except the pick', async ({
  desktop,
  launch,
  person,
  target,
}, info) => {
  test.setTimeout(120_000);
  const { window, electron } = await launch({ settings: { stepTimeoutMs: 2_000 } });
  const app = await target('galculator');
  const place = (name: string) => placeOf(window, app.windowId, `role=Button name="${name}"`);
  const digits = [await place('1'), await place('2'), await place('3')];
  const root = await place('sqrt');
  await ask(window, 'recorder.start', {});
  await person.focus(app.window);
  for (const { x, y } of digits) await person.click(x, y);
  await expect.poll(async () => (await recordingOf(window)).steps.length).toBe(3);
  await ask(window, 'recorder.stop', {});
  // The display's text will be longer.
  for (const step of (await recordingOf(window)).steps)
    await ask(window, 'recorder.updateStep', { ...step, expected: [] });

  const list = window.getByTestId('steps-list');
  const rows = list.getByRole('option');
  await rows.first().click();
  await window.keyboard.press('Shift+ArrowDown');
  await expect(list.getByRole('option', { selected: true })).toHaveCount(2);
  await window.keyboard.press('Control+G');
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toBeFocused();

  const details = window.getByTestId('step-details');
  await details.getByLabel('Name of the group').fill('Twelve');
  await details.getByLabel('How often the group is done').selectOption('times');
  await details.getByLabel('How many times').fill('3');
  await window.keyboard.press('Enter');
  await expect(rows.first()).toContainText('Twelve3 times');
  await window.getByTestId('replay.start').click();
  await expect(window.getByTestId('replay-summary')).toContainText('Replay passed: 7 of 7', { timeout: 30_000 });
  await expect.poll(() => outsideTexts(desktop, app.pid)).toContain('1231212123');
  await expect(rows.nth(1)).toContainText('turn 3');

  await rows.first().click();
  await details.getByRole('button', { name: 'Pick an element' }).click();
  await barOf(electron, 'pick.html');
  await person.move(root.x - 2, root.y);
  await person.click(root.x, root.y);
  await expect(details.getByTestId('condition')).toContainText('Only if Button “sqrt” shows');
  await details.getByLabel('When the condition holds').selectOption('no');
  await expect(details.getByTestId('condition')).toContainText('Only if no Button “sqrt” shows');
  await saveScreen(desktop, info.outputPath('condition.png'));
  await window.getByTestId('replay.start').click();
  await expect(window.getByTestId('replay-summary')).toContainText('2 skipped (Button “sqrt” shows)', {
    timeout: 30_000,
  });
  await expect.poll(() => outsideTexts(desktop, app.pid)).toContain('12312121233');

  await rows.first().click();
  await window.keyboard.press('ArrowLeft');
  await expect(rows).toHaveCount(2);
  await window.keyboard.press('Alt+ArrowDown');
  await expect(rows.nth(1)).toContainText('Twelve');
  await window.keyboard.press('Control+Shift+G');
  await expect(rows).toHaveCount(3);
  expect((await recordingOf(window)).groups).toBeUndefined();
  await window.keyboard.press('Control+Z');
  await expect(rows.nth(1)).toContainText('Twelve');
  await rows.nth(1).click();
  await window.keyboard.press('Delete');
  expect((await recordingOf(window)).steps).toHaveLength(1);
});

async function recordingOf(page: Page): Promise<Recording> {
  return (await ask(page, 'recorder.state', {})).recording;
}
