import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { applyDiff, type Diff } from '#contract/model/elements/diff';
import { center, contains } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { outcomeOf, soon } from '../../../testing/outcome.ts';
import { startApp, type StartedApp } from '../testing/apps.ts';
import { windowsArranging } from './snapping.ts';
import { startWindowsEngine, type WindowsEngine } from '../testing/windows-engine.ts';

let windows: WindowsEngine;
let notepad: StartedApp;
let regedit: StartedApp;
beforeAll(async () => {
  windows = await startWindowsEngine();
  notepad = await startApp(windows.engine, 'notepad');
  regedit = await startApp(windows.engine, 'regedit');
});
afterAll(async () => {
  await notepad.end();
  await regedit.end();
  await windows.close();
});

const look = async ({ window }: StartedApp): Promise<WindowInfo> => {
  const { items } = await windows.engine.listWindows({});
  return items.find(({ id }) => id === window.id)!;
};
const act = (app: StartedApp, action: Parameters<typeof windows.engine.actOnWindow>[0]['action']) =>
  windows.engine.actOnWindow({ window: app.window.id, action });

test('a plain window reports all its properties', async () => {
  const { monitors } = await windows.engine.describe({});
  expect(monitors[0]).toMatchObject({ index: 0, name: 'DISPLAY1', primary: true });
  const window = await look(notepad);
  expect(window).toMatchObject({
    className: 'Notepad',
    app: 'notepad.exe',
    processId: notepad.process.pid,
    state: 'normal',
    monitor: 0,
    desktop: 0,
    kind: 'normal',
    alwaysOnTop: false,
    demandsAttention: false,
    owner: null,
    resizable: true,
  });
  expect(window.title).toContain('Notepad');
  expect(window).not.toHaveProperty('foreign');
  expect(contains(window.bounds, center(window.contentBounds))).toBe(true);
  expect(window.contentBounds.height).toBeLessThan(window.bounds.height);
});

test('the topmost window is first and active', async () => {
  for (const app of [notepad, regedit]) {
    expect(await act(app, 'focus')).toMatchObject({ active: true });
    expect((await windows.engine.listWindows({})).items[0]).toMatchObject({ id: app.window.id, active: true });
  }
});

test('every change of state is followed', async () => {
  expect(await act(notepad, 'maximize')).toMatchObject({ state: 'maximized' });
  expect(await act(notepad, 'minimize')).toMatchObject({ state: 'minimized' });
  expect(await act(notepad, 'restore')).toMatchObject({ state: 'normal' });
  expect(await act(notepad, 'minimize')).toMatchObject({ state: 'minimized' });
  expect(await act(notepad, 'focus')).toMatchObject({ state: 'normal', active: true });
  expect(await act(notepad, 'pinOnTop')).toMatchObject({ alwaysOnTop: true });
  expect(await act(notepad, 'unpin')).toMatchObject({ alwaysOnTop: false });
  await expect(act(notepad, 'fullscreen')).rejects.toMatchObject({ code: 'unsupported_platform' });
});

test('a window moves as requested, wholly or partly', async () => {
  const { engine } = windows;
  const window = notepad.window.id;
  const bounds = { x: 120, y: 90, width: 640, height: 480 };
  expect(await engine.moveWindow({ window, bounds })).toMatchObject({ bounds });
  expect(await engine.moveWindow({ window, bounds: { x: 300 } })).toMatchObject({ bounds: { ...bounds, x: 300 } });
  expect(await engine.moveWindow({ window, bounds: { height: 500 } })).toMatchObject({
    bounds: { ...bounds, x: 300, height: 500 },
  });
  await act(notepad, 'maximize');
  const held = engine.moveWindow({ window, bounds });
  await expect(held).rejects.toMatchObject({ code: 'not_verified', delivery: 'not_delivered' });
  await act(notepad, 'restore');
});

test('windows do not snap while that is requested, or this Windows is reported as unsupported', async () => {
  const { engine } = windows;
  const before = windowsArranging.get();
  const asked = await outcomeOf(engine.setSnapping({ allowed: false }));
  expect([asked, windowsArranging.get()]).toEqual(
    before === null ? ['unsupported_platform', null] : ['answered', false],
  );
  await engine.setSnapping({ allowed: true });
  expect(windowsArranging.get()).toBe(before);
});

test('a window disappears with its program', async () => {
  const winefile = await startApp(windows.engine, 'winefile');
  await winefile.end();
  await vi.waitFor(async () => expect(await look(winefile)).toBeUndefined(), soon);
  await expect(act(winefile, 'focus')).rejects.toMatchObject({ code: 'window_not_found' });
});

test('an icon is a picture', async () => {
  const icon = await windows.engine.windowIcon({ window: notepad.window.id });
  expect([...icon!.subarray(1, 4)].map((code) => String.fromCharCode(code)).join('')).toBe('PNG');
});

test('new, changed and closed windows are reported by diffs', async () => {
  const { engine } = windows;
  const diffs: Diff<WindowInfo>[] = [];
  const watching = engine.on('windows', (diff) => diffs.push(diff));
  const before = await engine.listWindows({});
  const winemine = await startApp(engine, 'winemine');
  await engine.actOnWindow({ window: winemine.window.id, action: 'close' });
  const removed = () => expect(diffs.flatMap((diff) => diff.removed)).toContain(winemine.window.id);
  await vi.waitFor(removed, soon);
  const after = await engine.listWindows({});
  const replayed = diffs
    .filter(({ sequence }) => sequence > before.sequence && sequence <= after.sequence)
    .reduce<typeof before | null>((now, diff) => now && applyDiff(now, diff), before);
  expect(replayed).toEqual(after);
  watching.dispose();
});
