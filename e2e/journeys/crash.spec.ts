import type { ElectronApplication } from '@playwright/test';
import { ask } from '../fixtures/ask.ts';
import { placeOf } from '../fixtures/elements.ts';
import { expect, test } from '../fixtures/test.ts';
import { waitFor } from '../fixtures/wait-for.ts';

/** `CRASHES=20` repeats it. */
const crashes = Number(process.env['CRASHES'] ?? 3);

test('a crashed window is reloaded, the third time in a minute on request, and a recording loses no step', async ({
  launch,
  person,
  target,
}) => {
  test.setTimeout(60_000 + crashes * 15_000);
  const { window, electron } = await launch();
  const app = await target('galculator');
  const seven = await placeOf(window, app.windowId, 'role=Button name="7"');
  await ask(window, 'recorder.start', {});
  for (let crash = 1; crash <= crashes; crash++) {
    await person.focus(app.window);
    const crashed = crashPage(electron);
    await person.click(seven.x, seven.y);
    await crashed;
    const told = crash % 3 === 0 ? /three times in a minute/ : /crashed and was reloaded/;
    await waitFor('the reloaded window to tell of it', async () => told.test(await textOf(electron)));
    if (crash % 3 === 0) await inPage(electron, `document.querySelector('a').click()`);
    await waitFor('the window', async () => (await inPage(electron, isThere).catch(() => false)) === true, 20_000);
  }
  const clicks = async () => ((await inPage(electron, recordedClicks)) as number[]).reduce((sum, one) => sum + one, 0);
  await expect.poll(clicks).toBe(crashes);
});

/** How often each recorded step clicks. */
const recordedClicks = `deskscope.call('recorder.state', {}).then(({ value }) =>
  value.recording.steps.map(({ action }) => (action.type === 'click' ? action.count : 0)))`;

const isThere = `document.querySelector('[data-testid="view"]') !== null`;

/** Not by Playwright's page, which ends with the process. */
function inPage(electron: ElectronApplication, script: string): Promise<unknown> {
  return electron.evaluate(async ({ BrowserWindow }, code) => {
    const answer: unknown = await BrowserWindow.getAllWindows()
      .find((one) => !one.isAlwaysOnTop())
      ?.webContents.executeJavaScript(code);
    return answer;
  }, script);
}

async function textOf(electron: ElectronApplication): Promise<string> {
  return String(await inPage(electron, 'document.body.innerText'));
}

/** Settles once a page is loaded in its place. */
async function crashPage(electron: ElectronApplication): Promise<void> {
  await electron.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((resolve) => {
        const window = BrowserWindow.getAllWindows().find((one) => !one.isAlwaysOnTop());
        window?.webContents.once('did-finish-load', () => resolve());
        window?.webContents.forcefullyCrashRenderer();
      }),
  );
}
