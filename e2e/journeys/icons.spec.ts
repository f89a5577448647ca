import type { Page } from '@playwright/test';
import { showView, viewsOf } from '../fixtures/places.ts';
import { expect, test } from '../fixtures/test.ts';

test('icons look the same before and after the code editor loads its own', async ({ launch }) => {
  const { window } = await launch({ backend: 'fake' });
  await expect(window.getByText('Calculator').first()).toBeVisible();
  const views = (await viewsOf(window)).filter((view) => view !== 'inspect');
  const before = await looksIn(window, views);
  expect(before.length).toBeGreaterThan(20);
  await showView(window, 'inspect');
  await window.getByText('Calculator').first().click();
  await window.getByRole('treeitem').first().click();
  await window.getByRole('tab', { name: 'Code' }).click();
  await expect(window.locator('.monaco-editor').first()).toBeVisible();
  await window.getByRole('tab', { name: 'Picture' }).click();
  expect(await looksIn(window, views)).toEqual(expect.arrayContaining([...before]));
  // Icons not in view cannot change either: the editor's rules are for classes that none of ours has.
  const shared = window.locator('[class*="codicon"]:not(.monaco-editor *, .monaco-aria-container *)');
  await expect(shared).toHaveCount(0);
});

/** Font and motion of every icon and its glyph. */
async function looksIn(window: Page, views: readonly string[]): Promise<readonly string[]> {
  const looks: string[] = [];
  for (const view of views) {
    await showView(window, view);
    await expect(window.getByTestId(`rail-${view}`)).toHaveAttribute('aria-current', 'page');
    const found = await window.evaluate(() =>
      [...document.querySelectorAll('[data-icon]')].map((icon) => {
        const [whole, glyph] = [getComputedStyle(icon), getComputedStyle(icon, '::before')];
        const own = [whole.font, whole.animationName, whole.display, whole.margin, whole.transform];
        return [icon.getAttribute('data-icon'), ...own, glyph.font, glyph.content, glyph.animationName].join(' | ');
      }),
    );
    looks.push(...found.map((look) => `${view}: ${look}`));
  }
  return looks;
}
