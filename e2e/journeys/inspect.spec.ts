import type { Page } from '@playwright/test';
import type { PictureView } from '../../src-preload/contract/api.ts';
import type { Bridge } from '../../src-preload/contract/bridge.ts';
import { ask } from '../fixtures/ask.ts';
import { startCompositor } from '../fixtures/desktop.ts';
import { placeOf } from '../fixtures/elements.ts';
import { outsideTexts } from '../fixtures/outside.ts';
import { readPixels, screenshot, type Pixels } from '../fixtures/screenshot.ts';
import { expect, test } from '../fixtures/test.ts';
import type { Rect } from '../../src-preload/contract/model/geometry.ts';

test('selecting a window shows its tree, its picture and element details', async ({ launch, target }) => {
  const { window } = await launch();
  await target('galculator');
  await window.getByTestId('window-list').getByText('galculator').first().click();
  const tree = window.getByTestId('element-tree');
  await expect(tree.getByRole('treeitem').first()).toContainText('Window');
  await expect(window.getByTestId('picture').locator('img, canvas')).toBeVisible();

  await window
    .getByTestId('elements')
    .getByRole('textbox', { name: /Search/ })
    .fill('7');
  await window.getByTestId('search-results').getByText('Button', { exact: false }).first().click();
  await expect(window.getByTestId('element-title')).toContainText('Button “7”');
  await expect(window.getByTestId('selectors')).toContainText('role=Button name="7"');
  await expect(window.getByTestId('patterns')).toContainText(/invoke/i);
  await expect(window.getByTestId('properties')).toContainText('boundingRect');

  await zoomsAroundThePointer(window);

  await window.getByTestId('events-toggle').click();
  const events = window.getByTestId('events');
  await expect(events).toContainText('No events yet');
  await window.getByTestId('patterns').getByRole('button', { name: 'Invoke' }).click();
  await window.getByTestId('event-filter').fill('inserted “7”');
  const written = window.getByTestId('event-rows').getByRole('option').first();
  await expect(written).toContainText('object:text-changed:insert');
  await written.hover();
  await expect(
    window.getByTestId('picture').locator('[data-testid^="box-"]').filter({ hasText: 'Edit' }),
  ).toBeVisible();
  await written.click();
  await expect(window.getByTestId('element-title')).toContainText('Edit');
  await written.click({ button: 'right' });
  await expect(window.getByRole('menu', { name: 'Element' })).toContainText('Copy as Python');
  await window.keyboard.press('Escape');
  await events.getByRole('button', { name: 'Close the event log' }).click();
  await expect(events).toBeHidden();

  await window.getByRole('tab', { name: 'Findings' }).click();
  await window.getByRole('button', { name: 'Check window' }).click();
  await window.getByTestId('finding-list').getByRole('option').first().click({ button: 'right' });
  await expect(window.getByRole('menu', { name: 'Element' })).toContainText('Copy as Python');
});

/** With “7” selected: its box stays under the pointer, where a click finds it; a drag moves the picture and clicks nothing. */
async function zoomsAroundThePointer(window: Page): Promise<void> {
  const frame = window.getByTestId('picture');
  const centre = async () => {
    const box = await frame.getByTestId(/^box-/).filter({ hasText: '“7”' }).first().boundingBox();
    return {
      x: Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2),
      y: Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2),
    };
  };
  const { x, y } = await centre();
  await window.mouse.move(x, y);
  await window.mouse.wheel(0, -400);
  await expect(window.getByRole('group', { name: 'Zoom' })).toContainText('400 %');
  const zoomed = await centre();
  expect(Math.hypot(zoomed.x - x, zoomed.y - y)).toBeLessThan(4);
  await window.mouse.down();
  await window.mouse.move(x - 50, y - 40, { steps: 4 });
  await window.mouse.up();
  await expect(window.getByTestId('element-title')).toContainText('“7”');
  const moved = await centre();
  expect([moved.x - zoomed.x, moved.y - zoomed.y]).toEqual([-50, -40]);
  await window.mouse.click(moved.x, moved.y);
  await expect(window.getByTestId('element-title')).toContainText('“7”');
  await frame.focus();
  await window.keyboard.press('ArrowRight');
  expect((await centre()).x).toBe(moved.x - 60);
  await window.keyboard.press('0');
  expect(await centre()).toEqual({ x, y });
}

for (const compositor of [false, true]) {
  test(`picking with the real pointer outlines the button and clicks nothing, ${compositor ? 'with' : 'without'} a compositor`, async ({
    desktop,
    launch,
    person,
    target,
  }) => {
    const stopCompositor = compositor ? await startCompositor(desktop) : null;
    try {
      const { window } = await launch();
      const app = await target('galculator');
      const seven = await placeOf(window, app.windowId, 'role=Button name="7"');
      await person.focus(app.window);
      const focused = await person.activeWindow();

      await window.getByTestId('pick').click();
      await person.move(seven.x - 3, seven.y - 3);
      await person.move(seven.x, seven.y);
      const { matches } = await ask(window, 'element.find', { window: app.windowId, selector: 'role=Button name="7"' });
      const bounds = matches[0]?.bounds as Rect;
      await expect.poll(async () => outlined(await screenshot(desktop), bounds), { timeout: 5_000 }).toBe(true);
      expect(await person.activeWindow()).toBe(focused);

      await person.click(seven.x, seven.y);
      await expect(window.getByTestId('element-title')).toContainText('Button “7”');
      await expect(window.getByTestId('selectors')).toContainText('role=Button name="7"');
      expect(await outsideTexts(desktop, app.pid)).not.toContain('7');
    } finally {
      await stopCompositor?.();
    }
  });
}

test('Escape ends a pick and removes the outline', async ({ desktop, launch, person, target }) => {
  const { window } = await launch();
  const app = await target('galculator');
  const seven = await placeOf(window, app.windowId, 'role=Button name="7"');
  const { matches } = await ask(window, 'element.find', { window: app.windowId, selector: 'role=Button name="7"' });
  const bounds = matches[0]?.bounds as Rect;
  await person.focus(app.window);
  await ask(window, 'pick.start', {});
  await person.move(seven.x, seven.y);
  await expect.poll(async () => outlined(await screenshot(desktop), bounds), { timeout: 5_000 }).toBe(true);
  await person.key('Escape');
  await expect(window.getByTestId('pick-banner')).toBeHidden();
  await expect.poll(async () => outlined(await screenshot(desktop), bounds)).toBe(false);
});

test('the outline is in no picture of ours', async ({ desktop, launch, target }) => {
  const { window } = await launch();
  const app = await target('galculator');
  const { matches } = await ask(window, 'element.find', { window: app.windowId, selector: 'role=Button name="7"' });
  const bounds = matches[0]?.bounds as Rect;
  await ask(window, 'highlight.show', { bounds, label: 'Button “7”' });
  await expect.poll(async () => outlined(await screenshot(desktop), bounds)).toBe(true);
  expect(await reds(window, bounds)).toBe(0);
});

test('the text of a window can be recognized if its app reports nothing', async ({ launch, target }) => {
  const { window } = await launch();
  await target('galculator', [], { NO_AT_BRIDGE: '1' });
  await window.getByTestId('window-list').getByText('galculator').first().click();
  await expect(window.getByTestId('elements')).toContainText('NO_AT_BRIDGE');
  await window.getByRole('button', { name: 'Read its text instead' }).click();
  await expect(window.getByTestId('ocr-text')).toContainText('Calculator', { timeout: 30_000 });
});

test('the tree of a Qt app is shown, with bounds on the screen', async ({ launch, target }) => {
  const { window } = await launch();
  const app = await target('linguist');
  const input = { window: app.windowId, selector: 'role=MenuItem name="File"' };
  // Qt reports its elements a moment after its window opens.
  await expect(async () => {
    const { matches } = await ask(window, 'element.find', input);
    expect(matches[0]?.bounds?.width).toBeGreaterThan(10);
  }).toPass({ timeout: 10_000 });
});

/** True if the middle of each edge is red, within the line's width. */
function outlined(pixels: Pixels, { x, y, width, height }: Rect): boolean {
  const midX = x + Math.floor(width / 2);
  const midY = y + Math.floor(height / 2);
  const near = (px: number, py: number, dx: number, dy: number) =>
    [-4, -3, -2, -1, 0, 1, 2, 3, 4].some((d) => isRed(pixels.at(px + d * dx, py + d * dy)));
  return (
    near(midX, y, 0, 1) && near(midX, y + height - 1, 0, 1) && near(x, midY, 1, 0) && near(x + width - 1, midY, 1, 0)
  );
}

function isRed([red, green, blue]: readonly [number, number, number]): boolean {
  return red > 200 && green < 60 && blue < 60;
}

/** Number of red pixels in our own capture of a region. */
async function reds(page: Page, region: Rect): Promise<number> {
  const png = await page.evaluate(async (wanted) => {
    const { deskscope } = globalThis as unknown as { deskscope: Bridge };
    const reply = await deskscope.call('picture.capture', { kind: 'region', region: wanted });
    return reply.ok ? Array.from((reply.value as PictureView).png) : [];
  }, region);
  const pixels = await readPixels(Buffer.from(png));
  let count = 0;
  for (let y = 0; y < pixels.height; y += 1) {
    for (let x = 0; x < pixels.width; x += 1) if (isRed(pixels.at(x, y))) count += 1;
  }
  return count;
}
