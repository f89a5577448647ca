import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { center, type Point } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/windows/window';
import { controls } from '../engine/backends/win32/testing/fixtures.ts';
import * as person from '../engine/backends/win32/testing/person.ts';
import { startWindowsEngine, type WindowsEngine } from '../engine/backends/win32/testing/windows-engine.ts';
import { soon } from '../engine/testing/outcome.ts';
import { inWords, recorded, replayed } from './testing/live-recording.ts';

let windows: WindowsEngine;
let gallery: WindowId;

beforeAll(async () => {
  windows = await startWindowsEngine();
  gallery = (await windows.engine.launch({ command: controls, args: ['gallery'] })).id;
  await windows.engine.actOnWindow({ window: gallery, action: 'focus' });
});
afterAll(async () => {
  await windows.engine.actOnWindow({ window: gallery, action: 'close' });
  await windows.close();
});

async function item(name: string) {
  const { matches } = await windows.engine.find({ window: gallery, selector: `role=ListItem name="${name}"` });
  if (!matches[0]?.bounds) throw new Error(`There is no ${name}.`);
  return matches[0];
}
const placeOf = async (name: string): Promise<Point> => center((await item(name)).bounds!);

test('the wheel scrolls until the element used next is visible', async () => {
  const list = await placeOf('Item 3');
  const steps = await recorded(
    windows.engine,
    () => person.turnWheel(list, 4),
    async () => person.click(await placeOf('Item 15')),
  );
  expect(inWords(steps)).toEqual([
    'Scroll down in List “Single:” until ListItem “Item 15” shows',
    'Click ListItem “Item 15”',
  ]);
  await person.turnWheel(list, -10);
  await person.click(list);
  await vi.waitFor(async () => expect((await item('Item 3')).states).toContain('selected'), soon);
  expect((await item('Item 15')).states).toContain('offscreen');

  expect(await replayed(windows.engine, steps)).toEqual(['passed', 'passed']);
  const { states } = await item('Item 15');
  expect(states).toContain('selected');
  expect(states).not.toContain('offscreen');
});
