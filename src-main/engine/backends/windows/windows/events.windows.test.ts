import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sleep } from '../../../../base/deadline.ts';
import { silentLog } from '../../../../base/log.ts';
import type { Diff } from '#contract/model/diff';
import type { WindowInfo } from '#contract/model/window';
import { end, startApp, type StartedApp } from '../testing/apps.ts';
import { controls, tellFixture } from '../testing/fixtures.ts';
import { startWindowsEngine, type WindowsEngine } from '../testing/windows-engine.ts';
import { createBackend } from '../../../create-backend.ts';
import { createLocalEngine } from '../../../local-engine.ts';
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

const soon = { timeout: 10_000, interval: 5 };

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
test('how long it takes from an event to the engine', async () => {
  const entry = await buildEntry();
  const engine = await createLocalEngine({
    log: silentLog,
    backend: (options) => createBackend('windows', { ...options, entry: entry.path }),
  });
  const told = new Map<string, bigint>();
  const watching = engine.on('windows', ({ updated }) => {
    for (const { title } of updated) told.set(title, process.hrtime.bigint());
  });
  await engine.listWindows({});
  const other = spawn(process.execPath, ['-e', renamer], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await once(other, 'message');
  const lateness: number[] = [];
  for (let round = 0; round < 60; round++) {
    // A quiet desktop: what comes in a burst is told in steps.
    await sleep(60);
    const title = `Fixture Notes ${round}`;
    other.send({ window: parseWindowId(notes.window.id), title });
    const [began] = (await once(other, 'message')) as [string];
    await vi.waitFor(() => expect(told.has(title)).toBe(true), soon);
    lateness.push(Number(told.get(title)! - BigInt(began)) / 1e6);
  }
  watching.dispose();
  other.kill();
  await engine.close();
  await entry.remove();
  lateness.sort((a, b) => a - b);
  const [median, p95] = [lateness[30]!, lateness[56]!].map((ms) => `${ms.toFixed(2)} ms`);
  process.stdout.write(`From a window event to the engine's listener: median ${median}, p95 ${p95}\n`);
});

/** Another process, since we do not listen to our own: renames a window, notes the time, and tells the event. */
const renamer = `
  const user32 = require('koffi').load('user32.dll');
  const spare = ', intptr_t a, intptr_t b';
  const setText = user32.func('int32 __stdcall SetWindowTextW(uintptr_t window, str16 text, intptr_t c, intptr_t d' + spare + ')');
  const notify = user32.func('void __stdcall NotifyWinEvent(uint32 event, uintptr_t window, int32 object, int32 child' + spare + ')');
  process.on('message', ({ window, title }) => {
    setText(window, title, 0, 0, 0, 0);
    const began = process.hrtime.bigint();
    notify(0x800c, window, 0, 0, 0, 0);
    process.send(String(began));
  });
  process.send('ready');
`;
