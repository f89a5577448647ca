import { expect, test } from '../fixtures/test.ts';

test('the menu is the app’s own', async ({ launch }) => {
  const { electron, window } = await launch({ backend: 'fake' });
  const labels = await electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));
  expect(labels).toEqual(['File', 'Edit', 'View', 'Help']);
  await electron.evaluate(({ Menu }) => void Menu.getApplicationMenu()?.getMenuItemById('view.settings')?.click());
  await expect(window.getByTestId('rail-settings')).toHaveAttribute('aria-current', 'page');

  // Drawn by the page, in its colours; Alt alone opens it, like any menu bar.
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMenuBarVisible())).toBe(
    false,
  );
  await window.keyboard.press('Alt');
  await expect(window.getByRole('menu', { name: 'File' })).toBeVisible();
  await expect(window.getByRole('menu', { name: 'File' }).getByRole('menuitem').first()).toBeFocused();
  await window.keyboard.press('ArrowLeft');
  await window.getByRole('menu', { name: 'Help' }).getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await window
    .getByTestId('keys')
    .getByRole('textbox')
    .or(window.getByTestId('keys').getByRole('searchbox'))
    .fill('Pick an');
  await expect(window.getByTestId('keys')).toContainText('CtrlShiftC');
  // The first clears the search.
  await window.keyboard.press('Escape');
  await window.keyboard.press('Escape');
  await expect(window.getByTestId('keys')).toBeHidden();
  // Not if another key was pressed meanwhile.
  await window.keyboard.press('Alt+x');
  await expect(window.getByTestId('menu-bar')).toHaveCount(0);
});
