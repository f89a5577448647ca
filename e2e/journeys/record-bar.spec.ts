import type { ElectronApplication, Page } from '@playwright/test';
import { describeStep } from '../../src-preload/contract/model/recordings/recording.ts';
import { ask } from '../fixtures/ask.ts';
import { barOf, bars } from '../fixtures/bars.ts';
import { placeOf } from '../fixtures/elements.ts';
import { outsideTexts } from '../fixtures/outside.ts';
import { saveScreen } from '../fixtures/screenshot.ts';
import { expect, test } from '../fixtures/test.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import type { UserInput } from '../fixtures/xdotool.ts';

const digit = (name: string) => `role=Button name="${name}"`;

test('the bar controls a recording: its own clicks are not steps, and the app keeps the focus', async ({
  desktop,
  launch,
  person,
  target,
}, info) => {
  test.setTimeout(120_000);
  const { window, electron } = await launch();
  const app = await target('galculator');
  const [seven, six, display] = [
    await placeOf(window, app.windowId, digit('7')),
    await placeOf(window, app.windowId, digit('6')),
    await placeOf(window, app.windowId, 'role=Edit nth=0'),
  ];
  await ask(window, 'recorder.start', {});
  const bar = await barOf(electron, 'record-bar.html');
  const shown = bar.getByTestId('record-bar');
  const press = (name: string) => pressIn(electron, bar, person, name);
  await person.focus(app.window);
  const front = await person.activeWindow();
  await person.click(seven.x, seven.y);
  await expect(shown).toContainText('Click Button “7”');

  await press('Pause');
  await expect(shown).toContainText('Paused: nothing is recorded.');
  await person.click(six.x, six.y);
  await expect.poll(() => outsideTexts(desktop, app.pid)).toContain('76');
  await saveScreen(desktop, info.outputPath('paused.png'));
  await press('Resume');
  await expect(shown).toContainText('Click Button “7”');

  await person.click(six.x, six.y);
  await expect(shown).toContainText('Click Button “6”');
  await press('Undo');
  await expect(shown).toContainText('Click Button “7”');

  await press('Check');
  await expect(shown).toContainText('Click what should prove this step worked.');
  await person.move(display.x - 2, display.y);
  await person.move(display.x, display.y);
  await expect(shown).toContainText('click to check it');
  await saveScreen(desktop, info.outputPath('check.png'));
  await person.click(display.x, display.y);
  await expect(shown).toContainText('Expects that Edit holds “766”');
  expect(await person.activeWindow()).toBe(front);

  await press('Stop');
  await waitFor('the bar to go', async () => (await bars(electron, 'record-bar.html')).length === 0);
  const { recording, status } = await ask(window, 'recorder.state', {});
  expect(status).toBe('idle');
  expect(recording.steps.map(describeStep)).toEqual(['Click Button “7”']);
  const expected = recording.steps[0]?.expected ?? [];
  expect(expected.at(-1)).toMatchObject({ type: 'text', text: '766' });

  await window.getByTestId('steps-list').getByRole('option').click();
  await window.getByRole('button', { name: 'Add a check by pointing' }).click();
  await barOf(electron, 'pick.html');
  await person.move(six.x - 2, six.y);
  await person.click(six.x, six.y);
  await expect(window.getByRole('list', { name: 'Expected effects' })).toContainText('Button “6” shows');
  const checked = (await ask(window, 'recorder.state', {})).recording.steps[0]?.expected;
  expect(checked).toEqual([...expected, expect.objectContaining({ type: 'shows' })]);
  await ask(window, 'recorder.undo', {});
  expect((await ask(window, 'recorder.state', {})).recording.steps[0]?.expected).toEqual(expected);
});

test('the bar works by its keys, stays where it was moved, and its page has no other methods', async ({
  launch,
  person,
  target,
}) => {
  const { window, electron } = await launch();
  const app = await target('galculator');
  const seven = await placeOf(window, app.windowId, digit('7'));
  await ask(window, 'recorder.start', {});
  const bar = await barOf(electron, 'record-bar.html');
  const before = await boundsOf(electron);
  const grip = await bar.getByTestId('record-bar-grip').boundingBox();
  const from = { x: before.x + (grip?.x ?? 0) + 6, y: before.y + (grip?.y ?? 0) + 20 };
  await person.drag(from, { x: from.x - 120, y: from.y - 200 });
  await expect.poll(() => boundsOf(electron)).toMatchObject({ x: before.x - 120, y: before.y - 200 });

  await person.focus(app.window);
  await person.click(seven.x, seven.y);
  await expect(bar.getByTestId('record-bar')).toContainText('Click Button “7”');
  await person.key('ctrl+shift+F8');
  await expect(bar.getByTestId('record-bar')).toHaveAttribute('data-paused', 'true');
  await person.key('ctrl+shift+F8');
  await expect(bar.getByTestId('record-bar')).toHaveAttribute('data-paused', 'false');
  await person.key('ctrl+shift+F7');
  await expect(bar.getByTestId('record-bar')).toContainText('Recording your actions.');
  const refused = await bar.evaluate(() =>
    (window as unknown as { deskscope: { call(method: string, input: unknown): Promise<unknown> } }).deskscope.call(
      'recorder.clear',
      {},
    ),
  );
  expect(refused).toMatchObject({ ok: false });

  await ask(window, 'recorder.stop', {});
  await waitFor('the bar to go', async () => (await bars(electron, 'record-bar.html')).length === 0);
  expect((await ask(window, 'recorder.state', {})).recording.steps).toEqual([]);
  await ask(window, 'recorder.start', {});
  await barOf(electron, 'record-bar.html');
  expect(await boundsOf(electron)).toMatchObject({ x: before.x - 120, y: before.y - 200 });
});

function boundsOf(electron: ElectronApplication): Promise<{ readonly x: number; readonly y: number }> {
  return electron.evaluate(({ BrowserWindow }) => {
    const bar = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().includes('record-bar'));
    return bar?.getBounds() ?? { x: NaN, y: NaN };
  });
}

/** Like a user: with the pointer, on the screen. */
async function pressIn(electron: ElectronApplication, bar: Page, person: UserInput, name: string): Promise<void> {
  const { x, y } = await boundsOf(electron);
  const box = await bar.getByRole('button', { name }).boundingBox();
  if (!box) throw new Error(`There is no button ${name}.`);
  await person.click(Math.round(x + box.x + box.width / 2), Math.round(y + box.y + box.height / 2));
}
