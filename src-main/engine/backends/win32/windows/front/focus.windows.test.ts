import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isKeyDown } from '../../input/api.ts';
import { startApp, type StartedApp } from '../../testing/apps.ts';
import { startWindowsEngine, type WindowsEngine } from '../../testing/windows-engine.ts';
import { parseWindowId, getForegroundWindow } from '../../native/window.ts';
import { takeForeground } from './take-foreground.ts';
import { soon } from '../../../../testing/outcome.ts';

let windows: WindowsEngine;
let apps: readonly StartedApp[];
beforeAll(async () => {
  windows = await startWindowsEngine();
  apps = [await startApp(windows.engine, 'notepad'), await startApp(windows.engine, 'winemine')];
});
afterAll(async () => {
  for (const app of apps) await app.end();
  await windows.close();
});

/** Wine does not lock the foreground, so that only the first step is needed there: here each has to work on its own. */
test.each(['input', 'attach', 'alt'] as const)('a window comes to the front by %s', async (way) => {
  for (const { window } of apps) {
    const wanted = parseWindowId(window.id);
    // Repeated, since an app that has just started may come to the front later.
    const inFront = () => {
      takeForeground(wanted, way);
      return vi.waitFor(() => expect(getForegroundWindow()).toBe(wanted), { timeout: 500 });
    };
    await vi.waitFor(inFront, soon);
  }
});

test('no key stays pressed', () => {
  expect(isKeyDown(0x12)).toBe(false);
});
