import type { ElectronApplication } from '@playwright/test';
import { test } from '../fixtures/test.ts';
import { waitFor } from '../fixtures/wait-for.ts';

test('a crashed window is reloaded, and after three crashes in a minute offers to reload', async ({ launch }) => {
  const { electron } = await launch({ backend: 'fake' });
  for (let crash = 1; crash < 3; crash++) {
    await crashPage(electron);
    await waitFor('the reloaded window to tell of it', async () =>
      /crashed and was reloaded/.test(await textOf(electron)),
    );
  }
  await crashPage(electron);
  await waitFor('the plain page', async () => /three times in a minute/.test(await textOf(electron)));
  await inPage(electron, `document.querySelector('a').click()`);
  await waitFor('the window to be there again', async () => (await inPage(electron, isThere)) === true);
});

const isThere = `document.querySelector('[data-testid="view"]') !== null`;

/** Not by Playwright's page, which ends with the process. */
function inPage(electron: ElectronApplication, script: string): Promise<unknown> {
  return electron.evaluate(async ({ BrowserWindow }, code) => {
    const answer: unknown = await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code);
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
        const [window] = BrowserWindow.getAllWindows();
        window?.webContents.once('did-finish-load', () => resolve());
        window?.webContents.forcefullyCrashRenderer();
      }),
  );
}
