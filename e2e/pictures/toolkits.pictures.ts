import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../scripts/lib/paths.mjs';
import { endChild, startChild } from '../../scripts/lib/children.mjs';
import { ask } from '../fixtures/ask.ts';
import type { TestDesktop } from '../fixtures/desktop.ts';
import { expect, test } from '../fixtures/test.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import { arrangeApp, put } from '../demo/arrange.ts';
import { toolkitApps, type ToolkitApp } from './toolkit-apps.ts';

test('one picture of each toolkit', async ({ desktop, launch }) => {
  test.setTimeout(600_000);
  const home = mkdtempSync(join(tmpdir(), 'deskscope-pictures-'));
  // Firefox requires its profile's folder to exist.
  mkdirSync(join(home, 'firefox'));
  const deskscope = await launch({ settings: { theme: 'dark' } });
  await arrangeApp(desktop, deskscope);
  const wanted = process.env['DESKSCOPE_PICTURES']?.split(',');
  for (const app of await toolkitApps(home)) {
    if (wanted && !wanted.includes(app.toolkit)) continue;
    await test.step(app.toolkit, () => inspect(desktop, deskscope.window, app, home));
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

async function inspect(desktop: TestDesktop, page: Page, app: ToolkitApp, home: string): Promise<void> {
  const [program = '', ...args] = app.command;
  const child = startChild(program, args, { env: { ...desktop.env, ...app.env, LC_ALL: 'C.UTF-8' }, cwd: home });
  try {
    const id = await waitFor(`the window of ${app.toolkit}`, () => windowOf(page, app.title), 60_000);
    await put(desktop, id, { x: 1100, y: 330, width: 780, height: 660 });
    await page.getByTestId('window-list').getByRole('option', { name: app.title }).click();
    await choose(page, app.search);
    await expect(page.getByTestId('picture')).toBeVisible();
    await expect(page.getByText('Finding selectors')).toBeHidden({ timeout: 20_000 });
    await page.waitForTimeout(1_500);
    await page.screenshot({ path: join(root, 'docs', `inspect-${app.toolkit}.png`) });
  } finally {
    await endChild(child);
  }
}

async function windowOf(page: Page, title: RegExp): Promise<string | undefined> {
  const { items } = await ask(page, 'windows.list', {});
  return items.find((window) => title.test(window.title))?.id;
}

/** Like a user: searches, again while the app is still loading, and opens the first match. */
async function choose(page: Page, text: string): Promise<void> {
  const found = page.getByTestId('search-results').getByRole('option').first();
  await expect(async () => {
    await page.locator('#tree-search').fill('');
    await page.locator('#tree-search').fill(text);
    await expect(found).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 40_000 });
  await found.getByText(text).first().click();
  await expect(page.getByTestId('element-title')).toBeVisible();
  // The hovered element is outlined too.
  await page.mouse.move(0, 0);
}
