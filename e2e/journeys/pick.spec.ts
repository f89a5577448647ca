import type { ElectronApplication } from '@playwright/test';
import { ask } from '../fixtures/ask.ts';
import { barOf, bars } from '../fixtures/bars.ts';
import { placeOf } from '../fixtures/elements.ts';
import { outsideTexts } from '../fixtures/outside.ts';
import { saveScreen } from '../fixtures/screenshot.ts';
import { expect, test } from '../fixtures/test.ts';
import { waitFor } from '../fixtures/wait-for.ts';

const seven = 'role=Button name="7"';

test('a pick from a maximised window hides it, clicks nothing, and restores it maximised with the result', async ({
  desktop,
  launch,
  person,
  target,
}, info) => {
  const { window, electron } = await launch();
  const app = await target('galculator');
  const at = await placeOf(window, app.windowId, seven);
  await setState(electron, 'maximize');
  await waitFor('a maximised window', async () => (await stateOf(electron)).maximized);

  await window.getByTestId('pick').click();
  const bar = await barOf(electron, 'pick.html');
  await waitFor('a window that has stepped aside', async () => (await stateOf(electron)).minimized);
  await person.move(at.x - 3, at.y);
  await person.move(at.x, at.y);
  await expect(bar.getByTestId('pick-bar')).toContainText('Button “7” · galculator · 1 match');
  await saveScreen(desktop, info.outputPath('bar.png'));
  await person.click(at.x, at.y);

  await expect(window.getByTestId('element-title')).toContainText('Button “7”');
  await waitFor('the window as it was', async () => {
    const { maximized, minimized } = await stateOf(electron);
    return maximized && !minimized;
  });
  expect(await bars(electron, 'pick.html')).toHaveLength(0);
  expect(await outsideTexts(desktop, app.pid)).not.toContain('7');
});

test('Escape ends a pick, and restores the window', async ({ launch, person, target }) => {
  const { window, electron } = await launch();
  const app = await target('galculator');
  const at = await placeOf(window, app.windowId, seven);
  await setState(electron, 'maximize');
  await window.getByTestId('pick').click();
  const bar = await barOf(electron, 'pick.html');
  await person.move(at.x, at.y);
  await expect(bar.getByTestId('pick-bar')).toContainText('Button “7”');
  await person.key('Escape');
  await waitFor('the window as it was', async () => {
    const { maximized, minimized } = await stateOf(electron);
    return maximized && !minimized;
  });
  await expect.poll(async () => (await bars(electron, 'pick.html')).length).toBe(0);
});

test('a pick begun by key and ended by Escape leaves the window with the keyboard', async ({
  launch,
  person,
  target,
}) => {
  const { window, electron } = await launch();
  await target('galculator');
  const [own = ''] = await person.windowsOf(electron.process().pid ?? 0);
  await person.focus(own);
  await person.key('ctrl+shift+c');
  await barOf(electron, 'pick.html');
  await person.key('Escape');
  await waitFor('the window', async () => !(await stateOf(electron)).minimized);
  await person.key('ctrl+shift+p');
  await expect(window.getByTestId('palette-input')).toBeVisible();
});

test('picked with the global key, a minimised Deskscope opens with the result; cancelled, it stays minimised', async ({
  launch,
  person,
  target,
}) => {
  const { window, electron } = await launch();
  const app = await target('galculator');
  const at = await placeOf(window, app.windowId, seven);
  await setState(electron, 'minimize');
  await waitFor('a minimised window', async () => (await stateOf(electron)).minimized);
  await person.focus(app.window);

  await person.key('ctrl+shift+F10');
  const bar = await barOf(electron, 'pick.html');
  await person.move(at.x, at.y);
  await expect(bar.getByTestId('pick-bar')).toContainText('Button “7”');
  await person.key('Escape');
  await expect.poll(async () => (await bars(electron, 'pick.html')).length).toBe(0);
  expect((await stateOf(electron)).minimized).toBe(true);

  await person.key('ctrl+shift+F10');
  await barOf(electron, 'pick.html');
  await person.move(at.x + 2, at.y);
  await person.click(at.x, at.y);
  await waitFor('the window', async () => !(await stateOf(electron)).minimized);
  await expect(window.getByTestId('element-title')).toContainText('Button “7”');
});

test('a delayed pick reaches the entry of an open menu without activating it', async ({
  desktop,
  launch,
  person,
  target,
}, info) => {
  const { window, electron } = await launch();
  const app = await target('galculator');
  const menu = await placeOf(window, app.windowId, 'role=Menu name="View"');
  await ask(window, 'pick.start', { delayMs: 3_000 });
  const bar = await barOf(electron, 'pick.html');
  await expect(bar.getByTestId('pick-bar')).toContainText(/[123] Open a menu/);
  await person.focus(app.window);
  await person.click(menu.x, menu.y);
  await person.move(menu.x + 20, menu.y + 40);
  await saveScreen(desktop, info.outputPath('countdown.png'));
  await expect(window.getByTestId('element-title')).toContainText(/Mode|Display|Menu/, { timeout: 15_000 });
  expect(await bars(electron, 'pick.html')).toHaveLength(0);
});

test('the global key picks in an open menu, which stays open', async ({ desktop, launch, person, target }, info) => {
  const { window, electron } = await launch();
  const app = await target('galculator');
  const menu = await placeOf(window, app.windowId, 'role=Menu name="View"');
  await person.focus(app.window);
  await person.click(menu.x, menu.y);
  await person.move(menu.x + 20, menu.y + 40);
  await person.key('ctrl+shift+F10');
  const bar = await barOf(electron, 'pick.html');
  await expect(bar.getByTestId('pick-bar')).toContainText('A menu is open', { timeout: 15_000 });
  await saveScreen(desktop, info.outputPath('menu.png'));
  await person.key('ctrl+shift+F10');
  await expect(window.getByTestId('element-title')).toContainText(/Mode|Display|Menu/, { timeout: 15_000 });
});

interface WindowState {
  readonly minimized: boolean;
  readonly maximized: boolean;
}

/** State of the main window according to Electron. */
function stateOf(electron: ElectronApplication): Promise<WindowState> {
  return electron.evaluate(({ BrowserWindow }) => {
    const main = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().includes('index.html'));
    return { minimized: main?.isMinimized() ?? false, maximized: main?.isMaximized() ?? false };
  });
}

async function setState(electron: ElectronApplication, act: 'maximize' | 'minimize'): Promise<void> {
  await electron.evaluate(({ BrowserWindow }, wanted) => {
    const main = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().includes('index.html'));
    if (wanted === 'maximize') main?.maximize();
    else main?.minimize();
  }, act);
}
