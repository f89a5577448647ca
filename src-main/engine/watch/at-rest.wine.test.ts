import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { WindowId } from '#contract/model/windows/window';
import { sleep } from '../../base/async/deadline.ts';
import { controls } from '../backends/win32/testing/fixtures.ts';
import { untilQuiet } from '../backends/win32/testing/uia-costs.ts';
import { UiaFixture } from '../backends/win32/testing/uia-fixture.ts';
import { startWindowsEngine, type WindowsEngine } from '../backends/win32/testing/windows-engine.ts';
import { soon } from '../testing/outcome.ts';

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

const calls = () => fixture.section.read('calls');

test('a recording does not query an app without input', async () => {
  const before = calls();
  const listening = windows.engine.on('input', () => undefined);
  await windows.engine.describe({});
  await vi.waitFor(() => expect(calls()).toBeGreaterThan(before), soon);
  await untilQuiet(calls);
  // On a busy machine a first query may come late; repeated queries never pause for so long.
  const restsFor4s = async () => {
    const begun = calls();
    await sleep(4_000);
    expect(calls() - begun).toBe(0);
  };
  await vi.waitFor(restsFor4s, { timeout: 30_000 });
  listening.dispose();
});
