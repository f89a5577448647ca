import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { WindowInfo } from '#contract/model/windows/window';
import { bundleEntry, type BuiltEntry } from '../../../../../../scripts/lib/bundle.mjs';
import { countHandlers } from '../../com/handler.ts';
import type { Hwnd } from '../../native/types.ts';
import { windowOf } from '../../testing/apps.ts';
import { end, start } from '../../../../testing/programs.ts';
import { controls } from '../../testing/fixtures.ts';
import type { RawEvent } from '../../../../backend.ts';
import { UiaFixture } from '../../testing/uia-fixture.ts';
import { formatWindowId } from '../../native/window.ts';
import { ElementWatcher } from './element-watcher.ts';
import { HandlerThread, subscribe } from './handler-thread.ts';
import { soon } from '../../../../testing/outcome.ts';

let fixture: UiaFixture;
let app: ChildProcess;
let gallery: Hwnd;
let entry: BuiltEntry;

beforeAll(async () => {
  fixture = UiaFixture.install();
  entry = await bundleEntry();
  app = start(controls, ['gallery']);
  gallery = await windowOf(app, 'FixtureGallery');
  fixture.showTree({ window: gallery, nodes: 50 });
});
afterAll(async () => {
  await end(app);
  await entry.remove();
  fixture.uninstall();
});

test('changes of a window are reported from a foreign thread, without leaks after the last listener', async () => {
  const thread = new HandlerThread(entry.path);
  await (
    await subscribe(thread, gallery, () => undefined)
  )();
  expect([fixture.section.read('coalesces'), fixture.section.read('recovers')]).toEqual([1, 1]);
  const before = fixture.section.read('liveObjects');
  for (const kind of ['focus', 'structure', 'name'] as const) {
    let reported = 0;
    const end = await subscribe(thread, gallery, () => reported++);
    expect(fixture.section.read('subscriptions')).toBeGreaterThan(0);
    await fixture.sendEvents(kind, 20);
    await vi.waitFor(() => expect(reported).toBe(20), soon);
    await end();
    expect(fixture.section.read('subscriptions')).toBe(0);
    await vi.waitFor(() => expect(countHandlers()).toBe(0), soon);
  }
  expect(fixture.section.read('liveObjects')).toBe(before);
  thread.close();
});

test('ignores progress bars, which change continuously', async () => {
  const thread = new HandlerThread(entry.path);
  let reported = 0;
  const end = await subscribe(thread, gallery, () => reported++);
  const before = fixture.section.read('events');
  await fixture.sendEvents('range', 20);
  expect(fixture.section.read('events')).toBe(before);
  await fixture.sendEvents('name', 1);
  await vi.waitFor(() => expect(reported).toBe(1), soon);
  await end();
  thread.close();
});

const watched = (): WindowInfo => ({ id: formatWindowId(gallery) }) as WindowInfo;

test('events report their element and the change, only for their window', async () => {
  const watcher = new ElementWatcher(entry.path);
  const received: RawEvent[] = [];
  const watched = { id: formatWindowId(gallery), processId: app.pid } as WindowInfo;
  const watch = await watcher.events(watched, (event) => received.push(event));
  await fixture.sendEvents('name', 3);
  await fixture.sendEvents('structure', 1);
  await fixture.sendEvents('range', 1);
  await vi.waitFor(() => expect(received).toHaveLength(5), soon);
  const [renamed] = received;
  expect(renamed).toMatchObject({ kind: 'name', name: 'PropertyChanged Name', row: { controlType: 'List' } });
  expect([renamed?.runtimeId?.slice(0, 2), renamed?.change]).toEqual(['u:', `“${renamed?.row?.name}”`]);
  expect(received.map(({ kind }) => kind)).toEqual(['name', 'name', 'name', 'structure', 'value']);
  expect(new Set(received.slice(0, 3).map(({ runtimeId }) => runtimeId)).size).toBe(3);
  watch.dispose();
  await vi.waitFor(() => expect(fixture.section.read('subscriptions')).toBe(0), soon);
  const before = fixture.section.read('events');
  await fixture.sendEvents('name', 3);
  expect(fixture.section.read('events')).toBe(before);
  watcher.close();
});

test('a burst is reported from a separate thread, which ends on request', async () => {
  const watcher = new ElementWatcher(entry.path);
  let reported = 0;
  const watch = watcher.watch(watched(), () => reported++);
  await vi.waitFor(() => expect(fixture.section.read('subscriptions')).toBeGreaterThan(0), soon);
  await fixture.sendEvents('structure', 200);
  await vi.waitFor(() => expect(reported).toBeGreaterThan(0), soon);
  watch.dispose();
  await vi.waitFor(() => expect(fixture.section.read('subscriptions')).toBe(0), soon);
  watcher.close();
});

test('a watch ends in the middle of a burst, though its end waits for running handlers', async () => {
  const watcher = new ElementWatcher(entry.path);
  for (let time = 0; time < 3; time++) {
    const watch = watcher.watch(watched(), () => undefined);
    await vi.waitFor(() => expect(fixture.section.read('subscriptions')).toBeGreaterThan(0), soon);
    const before = fixture.section.read('events');
    const burst = fixture.sendEvents('structure', 5_000);
    await vi.waitFor(() => expect(fixture.section.read('events')).toBeGreaterThan(before), soon);
    watch.dispose();
    await vi.waitFor(() => expect(fixture.section.read('subscriptions')).toBe(0), soon);
    await burst;
  }
  watcher.close();
});

test('an app that blocks the thread loses only its own events, and the next window gets a new thread', async () => {
  const watcher = new ElementWatcher(entry.path);
  fixture.strike({ kind: 'hangs', milliseconds: 8_000 }, { window: gallery });
  watcher.watch(watched(), () => undefined);
  await vi.waitFor(() => expect(fixture.section.read('faultKind')).toBe(0), soon);
  let reported = 0;
  await vi.waitFor(async () => {
    const watch = watcher.watch(watched(), () => reported++);
    await vi.waitFor(() => expect(fixture.section.read('subscriptions')).toBeGreaterThan(0), { timeout: 1_000 });
    return watch;
  }, soon);
  await fixture.sendEvents('name', 3);
  await vi.waitFor(() => expect(reported).toBeGreaterThan(0), soon);
  watcher.close();
});
