import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { center } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import { startApp, type StartedApp } from '../testing/apps.ts';
import { controls, push } from '../testing/fixtures.ts';
import { startWindowsEngine, type WindowsEngine } from '../testing/windows-engine.ts';
import { parseWindowId } from '../native/window-id.ts';
import { WindowList } from './window-list.ts';
import { windowAt } from './at.ts';
import { soon } from '../../../testing/soon.ts';

const openDialog = 223;
const openMenu = 224;

let windows: WindowsEngine;
let gallery: StartedApp;
const list = new WindowList(() => new Set());
beforeAll(async () => {
  windows = await startWindowsEngine();
  gallery = await startApp(windows.engine, controls, ['gallery']);
});
afterAll(async () => {
  list.close();
  await gallery.end();
  await windows.close();
});

const ofGallery = (all: boolean) => list.read({ all }).filter(({ processId }) => processId === gallery.process.pid);
const appears = (kind: string, all: boolean) =>
  vi.waitFor(() => {
    const found = ofGallery(all).find((window) => window.kind === kind);
    if (!found) throw new Error(`There is no ${kind}.`);
    return found;
  }, soon);

test('a dialog stands in the list beside the window that owns it', async () => {
  push(parseWindowId(gallery.window.id), openDialog);
  const dialog: WindowInfo = await appears('dialog', false);
  expect(dialog).toMatchObject({ title: 'Fixture Dialog', className: '#32770', owner: gallery.window.id, modal: true });
  expect(ofGallery(false).map(({ id }) => id)).toEqual([dialog.id, gallery.window.id]);
  await windows.engine.actOnWindow({ window: dialog.id, action: 'focus' });
  expect(windowAt(center(dialog.bounds), list)).toMatchObject({ id: dialog.id });
  const waiting = windows.engine.actOnWindow({ window: gallery.window.id, action: 'focus' });
  await expect(waiting).rejects.toMatchObject({
    code: 'not_verified',
    delivery: 'not_delivered',
    message: expect.stringContaining('Fixture Dialog') as string,
  });
  expect(await windows.engine.actOnWindow({ window: dialog.id, action: 'close' })).toBeNull();
});

test('an open menu is no window of its own, and a press on it is one on its app', async () => {
  await windows.engine.actOnWindow({ window: gallery.window.id, action: 'focus' });
  push(parseWindowId(gallery.window.id), openMenu);
  const menu = await appears('menu', true);
  expect(ofGallery(false).map(({ id }) => id)).toEqual([gallery.window.id]);
  expect(windowAt(center(menu.bounds), list)).toMatchObject({ id: gallery.window.id });
});

test('a press on the title bar reaches the window, and one beside the screen nothing', async () => {
  const { bounds } = (await windows.engine.actOnWindow({ window: gallery.window.id, action: 'focus' }))!;
  expect(windowAt({ x: bounds.x + 60, y: bounds.y + 5 }, list)).toMatchObject({ id: gallery.window.id });
  expect(windowAt({ x: -5_000, y: -5_000 }, list)).toBeNull();
});
