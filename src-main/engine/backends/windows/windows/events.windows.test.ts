import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sleep } from '../../../../base/deadline.ts';
import { silentLog } from '../../../../base/log.ts';
import type { Diff } from '#contract/model/diff';
import type { WindowInfo } from '#contract/model/window';
import { end, startApp, type StartedApp } from '../testing/apps.ts';
import { controls, tellFixture } from '../testing/fixtures.ts';
import { startWindowsEngine, type WindowsEngine } from '../testing/windows-engine.ts';
import { buildEntry } from '../../../testing/build-entry.ts';
import { Pump } from '../thread/pump.ts';
import { WindowWatch } from './watch.ts';
import { parseWindowId } from './ids.ts';

let windows: WindowsEngine;
let notes: StartedApp;
beforeAll(async () => {
  windows = await startWindowsEngine();
  notes = await startApp(windows.engine, controls, ['notes']);
});
afterAll(async () => {
  await end(notes.process);
  await windows.close();
});

const soon = { timeout: 30_000, interval: 5 };

test('titles are told, with an event or without', async () => {
  const diffs: Diff<WindowInfo>[] = [];
  const watching = windows.engine.on('windows', (diff) => diffs.push(diff));
  const titles = () => diffs.flatMap((diff) => diff.updated.map(({ title }) => title));
  for (const [number, announced] of [
    [1, 0],
    [2, 1],
  ] as const) {
    tellFixture(parseWindowId(notes.window.id), 'SetTitle', number, announced);
    await vi.waitFor(() => expect(titles()).toContain(`Fixture Title ${number}`), soon);
  }
  watching.dispose();
});

test('events are heard, not only looked for', async () => {
  const entry = await buildEntry();
  const pump = new Pump(entry.path);
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const watch = new WindowWatch(pump, silentLog);
  let news = 0;
  const watching = watch.add(() => (news += 1));
  // The look after the listening has begun.
  await vi.waitFor(() => expect(news).toBe(1), soon);
  for (let number = 10; number < 13; number++) {
    const before = news;
    tellFixture(parseWindowId(notes.window.id), 'SetTitle', number, 1);
    await vi.waitFor(() => expect(news).toBeGreaterThan(before), soon);
  }
  watching.dispose();
  vi.useRealTimers();
  await pump.close();
  await entry.remove();
});

/** Not a matter of passing: a figure to look at, on a machine that does nothing else. */
test('how long news take', async () => {
  const { engine } = windows;
  const lateness: number[] = [];
  let awaited = '';
  let heard: () => void = () => undefined;
  const watching = engine.on('windows', ({ updated }) => {
    if (updated.some(({ title }) => title === awaited)) heard();
  });
  await engine.listWindows({});
  for (let number = 100; number < 140; number++) {
    // A quiet desktop: what comes in a burst is told in steps.
    await sleep(60);
    const told = new Promise<void>((resolve) => (heard = resolve));
    awaited = `Fixture Title ${number}`;
    const began = performance.now();
    tellFixture(parseWindowId(notes.window.id), 'SetTitle', number, 1);
    await told;
    lateness.push(performance.now() - began);
  }
  watching.dispose();
  lateness.sort((a, b) => a - b);
  const [median, p95] = [lateness[20]!, lateness[37]!].map((ms) => `${ms.toFixed(2)} ms`);
  process.stdout.write(`From a change in an app to the listener: median ${median}, p95 ${p95}\n`);
});
