import { expect, test } from '../fixtures/test.ts';

test('a tooltip appears when the pointer moves, and disappears when it leaves the window', async ({
  launch,
  person,
}) => {
  const { electron, window } = await launch({ backend: 'fake' });
  await window.getByTestId('pick').hover();
  await window.getByTestId('pick').hover({ position: { x: 5, y: 5 } });
  await expect(window.getByRole('tooltip')).toBeVisible();
  await window.mouse.move(-40, 300);
  await expect(window.getByRole('tooltip')).toBeHidden();

  // A window that opens below the pointer.
  const inside = await electron.evaluate(({ BrowserWindow }) => {
    const [main] = BrowserWindow.getAllWindows();
    main?.hide();
    return main?.getContentBounds();
  });
  const runs = window.getByTestId('rail-runs');
  const item = await runs.boundingBox();
  const [x, y] = [(inside?.x ?? 0) + (item?.x ?? 0) + 10, (inside?.y ?? 0) + (item?.y ?? 0) + 10];
  await person.move(x, y);
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
  await expect.poll(() => runs.evaluate((rail) => rail.matches(':hover'))).toBe(true);
  // Longer than a pointer rests before its tooltip.
  await window.waitForTimeout(600);
  await expect(window.getByRole('tooltip')).toBeHidden();
  await person.move(x + 2, y + 2);
  await expect(window.getByRole('tooltip')).toBeVisible();
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
