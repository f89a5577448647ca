import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';
import { waitFor } from '../fixtures/wait-for.ts';

test('the window reopens at its last position, with its last size, and maximised', async ({ launch }) => {
  const profile = await mkdtemp(join(tmpdir(), 'deskscope-profile-'));
  await writeFile(join(profile, 'settings.json'), '{"version":1,"mcpPort":0}');
  const first = await launch({ backend: 'fake', profile });
  await settled(first.electron);
  await change(first.electron, { x: 240, y: 130, width: 1111, height: 777 });
  const left = await settled(first.electron);
  await first.close();

  const second = await launch({ backend: 'fake', profile });
  expect(await settled(second.electron)).toEqual(left);
  await second.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize());
  await waitFor('the window to fill the screen', async () => (await stateOf(second.electron)).maximized);
  await settled(second.electron);
  await second.close();

  const third = await launch({ backend: 'fake', profile });
  await waitFor('the window to fill the screen', async () => (await stateOf(third.electron)).maximized);
  await third.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.unmaximize());
  await waitFor('the window to be as before', async () => !(await stateOf(third.electron)).maximized);
  expect(await settled(third.electron)).toEqual(left);
  await third.close();

  // As if its screen had been disconnected.
  const gone = { bounds: { x: 5000, y: 100, width: 900, height: 600 }, maximized: false };
  await writeFile(join(profile, 'window.json'), JSON.stringify(gone));
  const fourth = await launch({ backend: 'fake', profile });
  const { bounds } = await settled(fourth.electron);
  expect(bounds.x + bounds.width).toBeLessThanOrEqual(1920);
  await fourth.close();
  await rm(profile, { recursive: true, force: true });
});

function change(electron: ElectronApplication, bounds: Electron.Rectangle): Promise<void> {
  return electron.evaluate(({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]?.setBounds(wanted), bounds);
}

interface State {
  readonly bounds: Electron.Rectangle;
  readonly maximized: boolean;
}

function stateOf(electron: ElectronApplication): Promise<State> {
  return electron.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (!window) throw new Error('There is no window.');
    return { bounds: window.getBounds(), maximized: window.isVisible() && window.isMaximized() };
  });
}

/** The window manager has answered, and the state is on disk. */
async function settled(electron: ElectronApplication): Promise<State> {
  let last = '';
  await waitFor('the window to rest', async () => {
    const [before, now] = [last, JSON.stringify(await stateOf(electron))];
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 500));
    return now === before;
  });
  return JSON.parse(last) as State;
}
