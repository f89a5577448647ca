import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { WindowId } from '#contract/model/window';
import { sleep } from '../../base/deadline.ts';
import { controls } from '../backends/win32/testing/fixtures.ts';
import { UiaFixture } from '../backends/win32/testing/uia-fixture.ts';
import { startWindowsEngine, type WindowsEngine } from '../backends/win32/testing/windows-engine.ts';
import { soon } from '../testing/soon.ts';

let fixture: UiaFixture;
let windows: WindowsEngine;
let gallery: WindowId;

beforeAll(async () => {
  fixture = UiaFixture.install();
  windows = await startWindowsEngine();
  gallery = (await windows.engine.launch({ command: controls, args: ['gallery'] })).id;
  await windows.engine.actOnWindow({ window: gallery, action: 'focus' });
});
afterAll(async () => {
  await windows.engine.actOnWindow({ window: gallery, action: 'close' });
  await windows.close();
  fixture.uninstall();
});

/** How long no question comes once it has looked at what it looks at when it begins, in milliseconds. */
const quietMs = 1_500;

const calls = () => fixture.section.read('calls');

/** How many questions there were when the first looks were over. */
async function whenQuiet(): Promise<number> {
  const deadline = Date.now() + soon.timeout;
  let last = calls();
  let since = Date.now();
  while (Date.now() - since < quietMs) {
    await sleep(50);
    if (Date.now() > deadline) throw new Error('It goes on asking.');
    const now = calls();
    if (now !== last) [last, since] = [now, Date.now()];
  }
  return last;
}

test('a recording asks an app nothing while no one touches it', async () => {
  const before = calls();
  const listening = windows.engine.on('input', () => undefined);
  await windows.engine.describe({});
  await vi.waitFor(() => expect(calls()).toBeGreaterThan(before), soon);
  const begun = await whenQuiet();
  await sleep(4_000);
  expect(calls() - begun).toBe(0);
  listening.dispose();
});
