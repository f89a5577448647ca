import { expect, test } from '../fixtures/test.ts';

test('a tooltip disappears when the pointer leaves the window', async ({ launch }) => {
  const { window } = await launch({ backend: 'fake' });
  await window.getByTestId('pick').hover();
  await expect(window.getByRole('tooltip')).toBeVisible();
  await window.mouse.move(-40, 300);
  await expect(window.getByRole('tooltip')).toBeHidden();
});

test('the palette highlights one row, wherever pointer and keys move', async ({ launch }) => {
  const { window } = await launch({ backend: 'fake' });
  await window.getByTestId('palette-button').click();
  const rows = window.locator('#palette-list [role="option"]');
  const highlighted = () =>
    rows.evaluateAll((all) =>
      all.flatMap((row, index) => (getComputedStyle(row).backgroundColor === 'rgba(0, 0, 0, 0)' ? [] : [index])),
    );
  await rows.nth(3).hover();
  await expect.poll(highlighted).toEqual([3]);
  await window.getByTestId('palette-input').press('ArrowDown');
  await expect.poll(highlighted).toEqual([4]);
});
