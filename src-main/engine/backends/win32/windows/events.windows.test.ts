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

/** Windows counts the times of its events in steps. */
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

test('titles are reported, with an event or without', async () => {
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

test('events are received, not only looked for', async () => {
  const entry = await bundleEntry();
  const pump = new Pump(entry.path);
  // No look without a reason. With fake timers there would be some: `vi.waitFor` moves them on.
  vi.stubGlobal('setInterval', () => undefined);
  const watch = new WindowWatch(pump, silentLog);
  let news = 0;
  const watching = watch.add(() => (news += 1));
  // The look after the listening has begun.
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

test('since when a window has the keys is reported by the clock of input, and only of what was received', async () => {
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
