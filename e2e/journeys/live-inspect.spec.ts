import type { WindowId } from '#contract/model/windows/window';
import type { Page } from '@playwright/test';
import { ask } from '../fixtures/ask.ts';
import { agrees, boxSamples, watchPage } from '../fixtures/agreement.ts';
import { startChangingApp } from '../fixtures/changing-app.ts';
import { outsideTree } from '../fixtures/outside.ts';
import { expect, test } from '../fixtures/test.ts';

const changes = 30;
/** Generous: other tests run at the same time. `bench/` has the figures. */
const withinMs = 5_000;

test('tree, picture and box follow an app through thirty changes, and no box is on another element', async ({
  desktop,
  launch,
}) => {
  test.setTimeout(120_000);
  const { window } = await launch();
  const app = await startChangingApp(desktop, 11);
  try {
    await window.getByTestId('window-list').getByText('Changes').first().click();
    const rows = window.getByTestId('element-tree').getByRole('treeitem');
    await rows.filter({ hasText: 'part 1' }).first().click();
    await watchPage(window);
    const truths = [app.start];
    for (let n = 0; n < changes; n += 1) {
      const truth = await app.change();
      truths.push(truth);
      const { why, doubt } = await agrees(window, truth, withinMs);
      expect(why === '' || doubt, `change ${n}, ${truth.action}: ${why}`).toBe(true);
      if (n % 10 === 9) {
        const outside = (await outsideTree(desktop, app.pid)).map(({ name }) => name);
        expect(truth.parts.map(({ name }) => name).filter((name) => !outside.includes(name))).toEqual([]);
      }
      const lost = await window.getByTestId('last-facts').isVisible();
      if (lost) await rows.filter({ hasText: 'part' }).first().click();
    }
    const colours = new Map(truths.flatMap(({ parts }) => parts).map(({ name, colour }) => [name, colour.join()]));
    const samples = (await boxSamples(window)).filter(({ name }) => colours.has(name));
    expect(samples.length).toBeGreaterThan(changes);
    expect(samples.filter(({ name, colour }) => colours.get(name) !== colour.join())).toEqual([]);
  } finally {
    await app.close();
  }
});

test('galculator in Basic mode: a removed element is marked, and found again when it returns', async ({
  launch,
  target,
}, info) => {
  const { window } = await launch();
  const app = await target('galculator');
  await window.getByTestId('window-list').getByText('galculator').first().click();
  const basic = await elementCount(window);
  await invoke(window, app.windowId, 'name="Scientific Mode"');
  await choose(window, 'sin');
  await expect.poll(() => elementCount(window)).toBeGreaterThan(basic);
  const before = await elementCount(window);
  await invoke(window, app.windowId, 'name="Basic Mode"');
  await expect(window.getByTestId('last-facts')).toContainText('gone', { timeout: 15_000 });
  await expect(window.getByTestId('element-title')).toContainText('sin');
  await expect(window.getByTestId('selectors')).toContainText('sin');
  await expect(window.getByTestId('picture').locator('[data-testid="box-chosen"]')).toHaveCount(0);
  await expect.poll(() => elementCount(window)).toBeLessThan(before);
  await window.screenshot({ path: info.outputPath('basic.png') });
  await invoke(window, app.windowId, 'name="Scientific Mode"');
  await expect(window.getByTestId('last-facts')).toBeHidden({ timeout: 15_000 });
  await expect(window.getByTestId('picture').locator('[data-testid="box-chosen"]')).toContainText('sin');
});

test('a closed window stays readable, and is inspected again once it reopens', async ({ launch, target }, info) => {
  const { window } = await launch();
  const app = await target('galculator');
  await window.getByTestId('window-list').getByText('galculator').first().click();
  await choose(window, '7');
  const selectors = await selectorsOf(window);
  // Only what was shown can stay.
  await expect(window.getByTestId('picture').locator('img')).toBeVisible();
  await app.close();
  await expect(window.getByTestId('closed')).toContainText(/closed \d\d:\d\d/);
  await expect(window.getByTestId('last-facts')).toContainText(/closed \d\d:\d\d/);
  expect(await selectorsOf(window)).toBe(selectors);
  await expect(window.getByTestId('properties')).toContainText('boundingRect');
  await expect(window.getByTestId('patterns').getByRole('button').first()).toBeDisabled();
  await expect(window.getByTestId('picture').locator('img')).toBeVisible();
  await window.screenshot({ path: info.outputPath('closed.png') });

  await target('galculator');
  await window.getByRole('button', { name: 'Reopened. Inspect again' }).click();
  await expect(window.getByTestId('closed')).toBeHidden();
  await expect(window.getByTestId('element-title')).toContainText('Button “7”');
  await expect(window.getByTestId('last-facts')).toBeHidden();
  await expect(window.getByTestId('survival')).toContainText('find it in this window too');
  await window.screenshot({ path: info.outputPath('reopened.png') });
});

test('an app that does not answer puts the shown tree in doubt until it does', async ({ launch, target }, info) => {
  const { window } = await launch();
  const app = await target('galculator');
  await window.getByTestId('window-list').getByText('galculator').first().click();
  await choose(window, '7');
  process.kill(app.pid, 'SIGSTOP');
  try {
    await expect(window.getByTestId('doubt')).toContainText(/Tree is \d+ s old/, { timeout: 20_000 });
    await expect(window.getByTestId('picture').locator('[data-testid="box-chosen"][data-doubtful]')).toHaveCount(1);
    await window.screenshot({ path: info.outputPath('doubt.png') });
  } finally {
    process.kill(app.pid, 'SIGCONT');
  }
  await window.getByTestId('doubt').getByRole('button', { name: 'Refresh' }).click();
  await expect(window.getByTestId('doubt')).toBeHidden({ timeout: 15_000 });
  await expect(window.getByTestId('element-title')).toContainText('Button “7”');
});

test('scroll position, collapsed rows and keyboard focus stay while rows change, and a hidden Deskscope stops reading', async ({
  launch,
  target,
}) => {
  const { window, electron } = await launch();
  const app = await target('galculator');
  await window.getByTestId('window-list').getByText('galculator').first().click();
  await invoke(window, app.windowId, 'name="Scientific Mode"');
  await choose(window, 'sin');
  await choose(window, '7');
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1000, 560));
  await window
    .getByTestId('elements')
    .getByRole('textbox', { name: /Search/ })
    .fill('');
  const tree = window.getByTestId('element-tree');
  const seven = tree.getByRole('treeitem', { name: /“?7”?$/ });
  const menuBar = tree.getByRole('treeitem', { name: /Menu ?Bar/i });
  // There, both modes have “7” at the end.
  await window.getByRole('button', { name: 'Siblings in the app’s own order' }).click();
  await tree.evaluate((view) => view.scrollTo(0, 0));
  await menuBar.focus();
  await window.keyboard.press('ArrowLeft');
  await expect(menuBar).toHaveAttribute('aria-expanded', 'false');
  await tree.evaluate((view) => view.scrollTo(0, view.scrollHeight));
  await seven.focus();
  const place = async () => Math.round((await seven.boundingBox())?.y ?? -1);
  const before = await place();
  const scrolled = () => tree.evaluate((view) => view.scrollTop);
  const scrolledBefore = await scrolled();

  await invoke(window, app.windowId, 'name="Basic Mode"');
  await expect.poll(scrolled).toBeLessThan(scrolledBefore);
  // Another button with the same name: the selected one is gone.
  await expect(seven).toBeFocused();
  expect(await place()).toBe(before);
  await tree.evaluate((view) => view.scrollTo(0, 0));
  await expect(menuBar).toHaveAttribute('aria-expanded', 'false');

  await sayVisibility(window, 'hidden');
  const note = window.getByTestId('elements').getByText(/^\d+ · \d+ ms$/);
  // The pending request is answered within a second.
  await window.waitForTimeout(1_500);
  const count = await note.textContent();
  await invoke(window, app.windowId, 'name="Scientific Mode"');
  await window.waitForTimeout(1_500);
  expect(await note.textContent()).toBe(count);
  await sayVisibility(window, 'visible');
  await expect(note).not.toHaveText(count ?? '');
});

/** Like Electron for a minimised window; under Playwright a page always stays visible. */
async function sayVisibility(window: Page, state: DocumentVisibilityState): Promise<void> {
  await window.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

test('a menu that closed is found in the history, with selectors that match it there', async ({
  launch,
  person,
  target,
}, info) => {
  const { window } = await launch();
  const app = await target('galculator');
  await window.getByTestId('window-list').getByText('galculator').first().click();
  await choose(window, 'Quit');
  await window
    .getByTestId('elements')
    .getByRole('textbox', { name: /Search/ })
    .fill('');
  const states = window.getByTestId('properties');
  const isShown = async () => {
    const text = (await states.textContent()) ?? '';
    // Views other than the raw one omit entries of closed menus.
    const isGone = await window.getByTestId('last-facts').isVisible();
    return !isGone && text.includes('visible') && !text.includes('offscreen');
  };
  await expect.poll(isShown).toBe(false);
  await person.focus(app.window);
  await person.key('alt+f');
  await expect.poll(isShown, { timeout: 15_000 }).toBe(true);
  await person.key('Escape');
  await expect.poll(isShown, { timeout: 15_000 }).toBe(false);
  await window.getByTestId('earlier').click();
  await expect(window.getByTestId('past')).toContainText(/As it was until \d\d:\d\d:\d\d/);
  const quit = window.getByTestId('element-tree').getByRole('treeitem').filter({ hasText: 'Quit' });
  await expect(quit).toHaveAttribute('aria-selected', 'true');
  await expect(window.getByTestId('selectors')).toContainText('Quit');
  await expect(window.getByTestId('picture').locator('[data-testid="box-chosen"]')).toContainText('Quit');
  await window.screenshot({ path: info.outputPath('past.png') });
  await window.getByRole('tab', { name: 'Code' }).click();
  await expect(window.getByText('The element is gone')).toBeVisible();
  await window.getByTestId('past').getByRole('button', { name: 'Live' }).click();
  await expect(window.getByTestId('past')).toBeHidden();
});

/** Does what a click would, without a pointer. */
async function invoke(window: Page, windowId: WindowId, selector: string): Promise<void> {
  const { matches } = await ask(window, 'element.find', { window: windowId, selector });
  const [first] = matches;
  if (!first) throw new Error(`Nothing matches ${selector}.`);
  await ask(window, 'element.runPattern', { element: first.id, call: { pattern: 'invoke' } });
}

/** Selects a button by name, like a user who searches for it. */
async function choose(window: Page, name: string): Promise<void> {
  const search = window.getByTestId('elements').getByRole('textbox', { name: /Search/ });
  // If the app has just changed, it appears a moment later.
  await expect(async () => {
    await search.fill('');
    await search.fill(name);
    await expect(window.getByTestId('search-results').getByText(name, { exact: true }).first()).toBeVisible();
  }).toPass({ timeout: 20_000 });
  await window.getByTestId('search-results').getByText(name, { exact: true }).first().click();
  await expect(window.getByTestId('element-title')).toContainText(`“${name}”`);
  await expect(window.getByTestId('selectors').getByRole('listitem').first()).toBeVisible();
}

/** Of the whole tree: the page contains only visible rows, always the same number. */
async function elementCount(window: Page): Promise<number> {
  const note = window.getByTestId('elements').getByText(/^\d+ · \d+ ms$/);
  return Number.parseInt((await note.textContent()) ?? '', 10);
}

/** Without durations: they may have been recreated. */
async function selectorsOf(window: Page): Promise<string | undefined> {
  return (await window.getByTestId('selectors').textContent())?.replaceAll(/[\d.]+ ms/g, '');
}
