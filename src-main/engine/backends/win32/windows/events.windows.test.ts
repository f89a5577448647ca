import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { silentLog } from '../../../../base/log.ts';
import type { Diff } from '#contract/model/elements/diff';
import type { WindowInfo } from '#contract/model/windows/window';
import { startApp, type StartedApp } from '../testing/apps.ts';
import { controls, messageFixture } from '../testing/fixtures.ts';
import { startWindowsEngine, type WindowsEngine } from '../testing/windows-engine.ts';
import { bundleEntry } from '../../../../../scripts/lib/bundle.mjs';
import { BlockingThread } from '../thread/blocking-thread.ts';
import { Pump } from '../thread/pump.ts';
import { createWindows } from './provider.ts';
import { WindowWatch } from './list/watch.ts';
import { parseWindowId } from '../native/window.ts';
import { soon } from '../../../testing/outcome.ts';

/** Windows' event times are coarse. */
const tickMs = 20;
let windows: WindowsEngine;
let notes: StartedApp;
beforeAll(async () => {
  windows = await startWindowsEngine();
  notes = await startApp(windows.engine, controls, ['notes']);
});
afterAll(async () => {
  await notes.end();
  await windows.close();
});

test('titles are reported, with or without an event', async () => {
  const diffs: Diff<WindowInfo>[] = [];
  const watching = windows.engine.on('windows', (diff) => diffs.push(diff));
  const titles = () => diffs.flatMap((diff) => diff.updated.map(({ title }) => title));
  for (const [number, announced] of [
    [1, 0],
    [2, 1],
  ] as const) {
    messageFixture(parseWindowId(notes.window.id), 'SetTitle', number, announced);
    await vi.waitFor(() => expect(titles()).toContain(`Fixture Title ${number}`), soon);
  }
  watching.dispose();
});

test('changes are received as events, not only polled', async () => {
  const entry = await bundleEntry();
  const pump = new Pump(entry.path);
  // Disables polling. With fake timers it would continue: `vi.waitFor` advances them.
  vi.stubGlobal('setInterval', () => undefined);
  const watch = new WindowWatch(pump, silentLog);
  let news = 0;
  const watching = watch.add(() => (news += 1));
  // The read right after subscribing.
  await vi.waitFor(() => expect(news).toBe(1), soon);
  for (let number = 10; number < 13; number++) {
    const before = news;
    messageFixture(parseWindowId(notes.window.id), 'SetTitle', number, 1);
    await vi.waitFor(() => expect(news).toBeGreaterThan(before), soon);
  }
  watching.dispose();
  vi.unstubAllGlobals();
  await pump.close();
  await entry.remove();
});

test('activation times use the input clock, only for received events', async () => {
  const entry = await bundleEntry();
  const pump = new Pump(entry.path);
  const blocking = new BlockingThread(entry.path, () => undefined);
  const provider = createWindows({ ownProcessIds: () => new Set(), blocking, pump, log: silentLog });
  const other = await startApp(windows.engine, 'notepad');
  expect(await provider.activeSince!()).toBeNull();
  let news = 0;
  const watching = provider.watch(() => (news += 1));
  await vi.waitFor(() => expect(news).toBeGreaterThan(0), soon);
  for (const { window } of [notes, other]) {
    const before = performance.now();
    await windows.engine.actOnWindow({ window: window.id, action: 'focus' });
    const since = await provider.activeSince!();
    expect(since?.window).toBe(window.id);
    expect(since?.time).toBeGreaterThan(before - tickMs);
    expect(since?.time).toBeLessThanOrEqual(performance.now());
  }
  watching.dispose();
  expect(await provider.activeSince!()).toBeNull();
  await other.end();
  blocking.close();
  await pump.close();
});
