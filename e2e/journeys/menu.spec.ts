import { expect, test } from '../fixtures/test.ts';

test('the menu is the app’s own', async ({ launch }) => {
  const { electron, window } = await launch({ backend: 'fake' });
  const labels = await electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));
  expect(labels).toEqual(['File', 'Edit', 'View', 'Help']);
  await electron.evaluate(({ Menu }) => void Menu.getApplicationMenu()?.getMenuItemById('view.settings')?.click());
  await expect(window.getByTestId('rail-settings')).toHaveAttribute('aria-current', 'page');
});
