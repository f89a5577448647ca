import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleEntry, type BuiltEntry } from '../../../../../scripts/lib/bundle.mjs';
import { startWindowsEngine, type WindowsEngine } from '../testing/windows-engine.ts';
import { Pump } from './pump.ts';

let windows: WindowsEngine;
let entry: BuiltEntry;
beforeAll(async () => {
  [windows, entry] = [await startWindowsEngine(), await bundleEntry()];
});
afterAll(async () => {
  await windows.close();
  await entry.remove();
});

test('the engine starts in a separate process', async () => {
  expect(await windows.engine.ocrStatus({})).toMatchObject({ ready: true });
});

test('the message thread is woken by a call, and ends on request', async () => {
  const pump = new Pump(entry.path);
  await expect(pump.call('nothing', null)).rejects.toMatchObject({ code: 'internal' });
  await pump.close();
  await expect(pump.call('nothing', null)).rejects.toMatchObject({ code: 'cancelled' });
});
