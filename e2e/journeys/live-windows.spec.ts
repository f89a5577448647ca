import { run } from '../../scripts/lib/run.mjs';
import type { ElectronApplication } from '@playwright/test';
import { ask } from '../fixtures/ask.ts';
import { expect, test } from '../fixtures/test.ts';
import { waitFor } from '../fixtures/wait-for.ts';

test('a window of another program appears, changes its title and closes', async ({ desktop, launch, target }) => {
  const { window } = await launch();
  const list = window.getByTestId('window-list');
  const app = await target('mousepad');
  await expect(list.getByText('Untitled 1 - Mousepad')).toBeVisible();

  await run('xdotool', ['set_window', '--name', 'Shopping list', app.window], { env: desktop.env });
  await expect(list.getByText('Shopping list')).toBeVisible();
  await expect(list.getByText('Untitled 1 - Mousepad')).toBeHidden();

  await app.close();
  await expect(list.getByText('Shopping list')).toBeHidden();
});

test('our own windows are not in the list', async ({ launch, person, target }) => {
  const { electron, window } = await launch();
  await expect(window.getByTestId('status-engine')).toContainText('ready');
  const app = await target('mousepad');
  expect(await person.windowsOf(electron.process().pid ?? 0)).not.toEqual([]);
  const listed = async () => (await ask(window, 'windows.list', {})).items;
  await expect.poll(async () => (await listed()).map(({ processId }) => processId)).toEqual([app.pid]);
});

test('minimise, restore and close act on the real window', async ({ launch, target }) => {
  const { window } = await launch();
  const app = await target('mousepad');
  const state = async () =>
    (await ask(window, 'windows.list', {})).items.find((item) => item.id === app.windowId)?.state ?? 'gone';
  await expect.poll(state).toBe('normal');
  await ask(window, 'windows.act', { window: app.windowId, action: 'minimize' });
  expect(await state()).toBe('minimized');
  await ask(window, 'windows.act', { window: app.windowId, action: 'restore' });
  expect(await state()).toBe('normal');
  await ask(window, 'windows.act', { window: app.windowId, action: 'close' });
  expect(await state()).toBe('gone');
});

test('the list is live again within two seconds after the engine process is killed, and the user is told', async ({
  desktop,
  launch,
  target,
}) => {
  const { window, electron } = await launch();
  const app = await target('mousepad');
  const list = window.getByTestId('window-list');
  await expect(list.getByText('Untitled 1 - Mousepad')).toBeVisible();

  process.kill(await engineProcess(electron), 'SIGKILL');
  await run('xdotool', ['set_window', '--name', 'After the crash', app.window], { env: desktop.env });
  await expect(list.getByText('After the crash')).toBeVisible({ timeout: 2_000 });
  await expect(window.getByTestId('toasts')).toContainText(/engine/i);
  await expect(window.getByTestId('status-engine')).toContainText('ready', { timeout: 2_000 });
});

function engineProcess(electron: ElectronApplication): Promise<number> {
  return waitFor('the engine process', () =>
    electron.evaluate(({ app }) => app.getAppMetrics().find((process) => process.name === 'Deskscope engine')?.pid),
  );
}
