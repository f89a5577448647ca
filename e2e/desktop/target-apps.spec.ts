import { screenshot } from '../fixtures/screenshot.ts';
import { expect, test } from '../fixtures/test.ts';

test('every app of the journeys opens here, with a title, on a screen that another program can capture', async ({
  desktop,
  person,
  target,
}) => {
  const before = await screenshot(desktop);
  expect([before.width, before.height]).toEqual([1920, 1080]);
  const titles: string[] = [];
  for (const name of ['gtk3-widget-factory', 'galculator', 'mousepad', 'linguist', 'assistant'] as const) {
    titles.push(await person.title((await target(name)).window));
  }
  expect(titles.join('\n')).toMatch(/widget-factory\ngalculator\nUntitled 1 - Mousepad\nQt Linguist\n.*Assistant/);
  await expect.poll(async () => differing(before, await screenshot(desktop))).toBeGreaterThan(1_000);
});

/** Colours on a coarse grid of pixels. */
function differing(one: Awaited<ReturnType<typeof screenshot>>, other: typeof one): number {
  let count = 0;
  for (let y = 0; y < one.height; y += 8) {
    for (let x = 0; x < one.width; x += 8) if (one.at(x, y).join() !== other.at(x, y).join()) count += 1;
  }
  return count;
}
