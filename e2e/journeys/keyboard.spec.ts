import { expect, test } from '../fixtures/test.ts';

test('Enter in the window list moves to the tree, and Ctrl+A highlights nothing', async ({ launch }) => {
  const { window } = await launch({ backend: 'fake' });
  await window.getByTestId('window-list').getByRole('option').first().click();
  await window.keyboard.press('Control+a');
  expect(await window.evaluate(() => getSelection()?.toString())).toBe('');
  await window.keyboard.press('Enter');
  await expect(window.getByTestId('element-tree').locator('[role="treeitem"]:focus')).toBeVisible();
});
