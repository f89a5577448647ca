import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { silentLog } from '../../../../base/log.ts';
import type { WindowAction } from '#contract/model/windows/window';
import { startApp, type StartedApp } from '../testing/apps.ts';
import { controls, messageFixture } from '../testing/fixtures.ts';
import { startWindowsEngine, type WindowsEngine } from '../testing/windows-engine.ts';
import { bundleEntry, type BuiltEntry } from '../../../../../scripts/lib/bundle.mjs';
import { BlockingThread } from '../thread/blocking-thread.ts';
import { Pump } from '../thread/pump.ts';
import { parseWindowId } from '../native/window.ts';
import { createWindows } from './provider.ts';
import { soon } from '../../../testing/outcome.ts';

let entry: BuiltEntry;
let windows: WindowsEngine;
let hung: StartedApp;
let healthy: StartedApp;
beforeAll(async () => {
  [windows, entry] = [await startWindowsEngine(), await bundleEntry()];
  healthy = await startApp(windows.engine, 'notepad');
  hung = await startApp(windows.engine, controls, ['notes']);
  messageFixture(parseWindowId(hung.window.id), 'HangForever');
});
afterAll(async () => {
  await hung.end();
  await healthy.end();
  await windows.close();
  await entry.remove();
});

/** Each call returns although the app never answers: a call that waited would never end this test. */
test('no query of a hung window waits for it', async () => {
  const blocking = new BlockingThread(entry.path, () => undefined);
  const pump = new Pump(entry.path);
  const provider = createWindows({ ownProcessIds: () => new Set(), blocking, pump, log: silentLog });
  const { id, title } = hung.window;
  expect(await provider.list({ all: false })).toContainEqual(expect.objectContaining({ id, title }));
  const { x, y } = hung.window.bounds;
  expect(await provider.at!({ x: x + 50, y: y + 5 })).not.toBeNull();
  await provider.move(id, { x: x + 10, width: 400 });
  const actions: readonly WindowAction[] = ['pinOnTop', 'unpin', 'focus', 'maximize', 'minimize', 'restore', 'close'];
  for (const action of actions) await provider.act(id, action);
  await provider.icon(id);
  for (const way of ['attach', 'input', 'alt'] as const) {
    await provider.act(healthy.window.id, 'focus');
    const options = { target: title, timeoutMs: 10_000 };
    await blocking.run('windows.takeForeground', { window: parseWindowId(id), way }, options);
  }
  blocking.close();
  await pump.close();
  provider.dispose();
});

test('an action that a hung window ignores fails one call, and affects no others', async () => {
  const { engine } = windows;
  const moved = engine.moveWindow({ window: hung.window.id, bounds: { x: 700 } }, { timeoutMs: 2_000 });
  const refused = expect(moved).rejects.toMatchObject({ code: 'not_verified', delivery: 'delivered' });
  const { bounds } = await engine.moveWindow({ window: healthy.window.id, bounds: { x: 200, y: 150 } });
  expect(bounds).toMatchObject({ x: 200, y: 150 });
  await refused;
});

test('the foreground moves from a hung window to another', async () => {
  const { engine } = windows;
  await engine.actOnWindow({ window: hung.window.id, action: 'focus' }).catch(() => undefined);
  expect(await engine.actOnWindow({ window: healthy.window.id, action: 'focus' })).toMatchObject({ active: true });
});

test('a hung window disappears with its program', async () => {
  await hung.end();
  const ids = async () => (await windows.engine.listWindows({})).items.map(({ id }) => id);
  await vi.waitFor(async () => expect(await ids()).not.toContain(hung.window.id), soon);
});
