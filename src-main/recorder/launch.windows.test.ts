import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { center, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { startApp, type StartedApp } from '../engine/backends/win32/testing/apps.ts';
import { controls } from '../engine/backends/win32/testing/fixtures.ts';
import * as person from '../engine/backends/win32/testing/person.ts';
import { startWindowsEngine, type WindowsEngine } from '../engine/backends/win32/testing/windows-engine.ts';
import { soon } from '../engine/testing/outcome.ts';
import { recorded, replayed } from './testing/live-recording.ts';

let windows: WindowsEngine;
const started: StartedApp[] = [];

beforeAll(async () => {
  windows = await startWindowsEngine();
});
afterEach(async () => {
  for (const app of started.splice(0)) await app.end();
});
afterAll(() => windows.close());

async function start(kind: string): Promise<void> {
  started.push(await startApp(windows.engine, controls, [kind]));
}

async function calculator(): Promise<WindowInfo | undefined> {
  const { items } = await windows.engine.listWindows({});
  return items.find(({ title }) => title === 'Fixture Calculator');
}

async function placeOf(selector: string, title: string): Promise<Point> {
  const { items } = await windows.engine.listWindows({});
  const window = items.find((one) => one.title === title)!.id;
  const { matches } = await windows.engine.find({ window, selector });
  return center(matches[0]!.bounds!);
}

test('a program started meanwhile is started again before its first step', async () => {
  await start('gallery');
  const steps = await recorded(
    windows.engine,
    async () => person.click(await placeOf('role=ListItem name="Item 3"', 'Fixture Gallery')),
    () => start('calculator'),
    async () => person.click(await placeOf('role=Button name="7"', 'Fixture Calculator')),
  );
  expect(steps.map(({ action }) => action.type)).toEqual(['click', 'launch', 'click']);
  const [, launch, click] = steps;
  expect(launch?.action).toMatchObject({ command: controls, args: ['calculator'] });
  expect(click?.openedBy).toBe(launch?.id);

  await started.pop()!.end();
  await vi.waitFor(async () => expect(await calculator()).toBeUndefined(), soon);
  // Wine's input hooks are late on a busy machine, which the recording then notes.
  const allowed = { mayStart: true, mayMiss: true } as const;
  expect(await replayed(windows.engine, [launch!, click!], allowed)).toEqual(['passed', 'passed']);
  await windows.engine.actOnWindow({ window: (await calculator())!.id, action: 'close' });
});
