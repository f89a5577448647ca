import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { center, intersect, type Rect } from '#contract/model/geometry';
import type { Picture } from '#contract/model/picture';
import type { WindowInfo } from '#contract/model/windows/window';
import { readPicture } from '../../../../testing/read-picture.ts';
import { readScreen } from '../../capture/capture.ts';
import { startApp, type StartedApp } from '../../testing/apps.ts';
import { controls, drop, push } from '../../testing/fixtures.ts';
import { startWindowsEngine, type WindowsEngine } from '../../testing/windows-engine.ts';
import { parseWindowId } from '../../native/window.ts';
import { WindowList } from './window-list.ts';
import { windowAt } from './at.ts';
import { soon } from '../../../../testing/outcome.ts';

const openDialog = 223;
const openMenu = 224;
const fruit = 312;

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

test('a dialog is listed next to its owner', async () => {
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

test('an open drop-down is part of its app, including its picture', async () => {
  await windows.engine.actOnWindow({ window: gallery.window.id, action: 'focus' });
  drop(parseWindowId(gallery.window.id), fruit, true);
  const open = await appears('combo', true);
  expect(open.className).toBe('ComboLBox');
  expect(windowAt(center(open.bounds), list)).toMatchObject({ id: gallery.window.id });
  const shot = await windows.engine.capture({ target: { kind: 'window', window: gallery.window.id } });
  expect(shot.note).toBe('');
  await expectSeen(shot, intersect(open.bounds, shot.bounds)!);
  drop(parseWindowId(gallery.window.id), fruit, false);
});

test('an open menu is no window of its own: a press on it counts for its app, and it is in the app’s picture', async () => {
  await windows.engine.actOnWindow({ window: gallery.window.id, action: 'focus' });
  push(parseWindowId(gallery.window.id), openMenu);
  const menu = await appears('menu', true);
  expect(ofGallery(false).map(({ id }) => id)).toEqual([gallery.window.id]);
  expect(windowAt(center(menu.bounds), list)).toMatchObject({ id: gallery.window.id });
  const shot = await windows.engine.capture({ target: { kind: 'window', window: gallery.window.id } });
  expect(shot.note).toBe('');
  await expectSeen(shot, intersect(menu.bounds, shot.bounds)!);
});

/** Asserts that a picture shows part of the screen. */
async function expectSeen({ bytes, bounds }: Picture, part: Rect): Promise<void> {
  const [picture, screen] = [await readPicture(bytes), readScreen(part)];
  for (let y = 0; y < part.height; y += 3) {
    for (let x = 0; x < part.width; x += 3) {
      const at = (y * part.width + x) * 4;
      const own = picture.at({ x: x + part.x - bounds.x, y: y + part.y - bounds.y });
      expect([...own]).toEqual([...screen.rgba.subarray(at, at + 3)]);
    }
  }
}

test('a press on the title bar reaches the window, and one off-screen nothing', async () => {
  const { bounds } = (await windows.engine.actOnWindow({ window: gallery.window.id, action: 'focus' }))!;
  expect(windowAt({ x: bounds.x + 60, y: bounds.y + 5 }, list)).toMatchObject({ id: gallery.window.id });
  expect(windowAt({ x: -5_000, y: -5_000 }, list)).toBeNull();
});
