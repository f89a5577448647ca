import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import { controls } from '../engine/backends/win32/testing/fixtures.ts';
import { placeInFrame } from '../engine/backends/win32/testing/frame.ts';
import * as person from '../engine/backends/win32/testing/person.ts';
import { startWindowsEngine, type WindowsEngine } from '../engine/backends/win32/testing/windows-engine.ts';
import { soon } from '../engine/testing/outcome.ts';
import { inWords, recorded, replayed } from './testing/live-recording.ts';

/** Wine leaves frames to the X window manager, which does not get Windows' input, except for this program's. */
const program = 'deskscope-framed.exe';
const settings = `HKCU\\Software\\Wine\\AppDefaults\\${program}`;

let windows: WindowsEngine;
let folder: string;
let own: WindowId;

beforeAll(async () => {
  execFileSync('reg', ['add', `${settings}\\X11 Driver`, '/v', 'Managed', '/d', 'N', '/f']);
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-framed-'));
  copyFileSync(controls, path.join(folder, program));
  windows = await startWindowsEngine();
});
afterAll(async () => {
  await windows.close();
  // An ended program may lock its file a little longer.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  execFileSync('reg', ['delete', settings, '/f']);
});
afterEach(async () => {
  if (await find()) await windows.engine.actOnWindow({ window: own, action: 'close' });
  await vi.waitFor(async () => expect(await find()).toBeUndefined(), soon);
});
beforeEach(async () => {
  own = (await windows.engine.launch({ command: path.join(folder, program), args: ['calculator'] })).id;
  await windows.engine.actOnWindow({ window: own, action: 'focus' });
});

async function find(): Promise<WindowInfo | undefined> {
  const { items } = await windows.engine.listWindows({});
  return items.find(({ id }) => id === own);
}

async function now(): Promise<WindowInfo> {
  const found = await find();
  if (!found) throw new Error('The app has no window.');
  return found;
}

const press = async (part: Parameters<typeof placeInFrame>[1]) => person.click(placeInFrame(await now(), part));

async function drag(part: 'title' | 'corner', x: number, y: number): Promise<void> {
  const from = placeInFrame(await now(), part);
  await person.drag(from, { x: from.x + x, y: from.y + y });
}

test('dragging the frame moves or resizes the window, and its buttons are acts on the window', async () => {
  const { bounds } = await now();
  const steps = await recorded(
    windows.engine,
    () => drag('title', 60, 40),
    () => drag('corner', 50, 30),
    () => press('maximize'),
    () => press('maximize'),
    () => press('minimize'),
  );
  const [x, y, width, height] = [bounds.x + 60, bounds.y + 40, bounds.width + 50, bounds.height + 30];
  expect(inWords(steps)).toEqual([
    `Move the window to ${x}, ${y} and resize it to ${width} × ${height}`,
    'Maximise the window',
    'Restore the window',
    'Minimise the window',
  ]);
  await windows.engine.actOnWindow({ window: own, action: 'restore' });
  await windows.engine.moveWindow({ window: own, bounds });
  expect(await replayed(windows.engine, steps.slice(0, -1))).toEqual(['passed', 'passed', 'passed']);
  expect(await now()).toMatchObject({ state: 'normal', bounds: { x, y, width, height } });
  expect(await replayed(windows.engine, steps.slice(-1))).toEqual(['passed']);
  expect((await now()).state).toBe('minimized');
});

test('a window closed by its frame is closed again', async () => {
  const steps = await recorded(windows.engine, () => press('close'));
  expect(inWords(steps)).toEqual(['Close the window']);
  expect(await find()).toBeUndefined();
  own = (await windows.engine.launch({ command: path.join(folder, program), args: ['calculator'] })).id;
  expect(await replayed(windows.engine, steps)).toEqual(['passed']);
  await vi.waitFor(async () => expect(await find()).toBeUndefined(), soon);
});
