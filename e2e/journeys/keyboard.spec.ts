import { expect, test } from '../fixtures/test.ts';

test('Enter in the window list moves to the tree, and Ctrl+A highlights nothing', async ({ launch }) => {
  const { window } = await launch({ backend: 'fake' });
  await window.getByTestId('window-list').getByRole('option').first().click();
  await window.keyboard.press('Control+a');
  expect(await window.evaluate(() => getSelection()?.toString())).toBe('');
  await window.keyboard.press('Enter');
  await expect(window.getByTestId('element-tree').locator('[role="treeitem"]:focus')).toBeVisible();
});

test('F6 leaves the border between two panels for the next panel', async ({ launch }) => {
  const { window } = await launch({ backend: 'fake' });
  await window.getByTestId('window-list').getByRole('option').first().click();
  await window.getByRole('treeitem').first().waitFor();
  const border = window.getByRole('separator', { name: 'Resize picture' });
  const inside = (region: string) => window.locator(`[data-region="${region}"] :focus`);
  await border.focus();
  await window.keyboard.press('F6');
  await expect(inside('main')).toBeVisible();
  await border.focus();
  await window.keyboard.press('Shift+F6');
  await expect(inside('tree')).toBeVisible();
});
