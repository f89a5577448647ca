import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Check } from '#contract/model/engine';
import { hasFunction } from '../native/library.ts';
import { startApp } from '../testing/apps.ts';
import { controls, messageFixture } from '../testing/fixtures.ts';
import { startWindowsEngine, type WindowsEngine } from '../testing/windows-engine.ts';
import { parseWindowId } from '../native/window.ts';
import { soon } from '../../../testing/outcome.ts';

let windows: WindowsEngine;
beforeAll(async () => {
  windows = await startWindowsEngine();
});
afterAll(() => windows.close());

const check = async (name: string): Promise<Check> => {
  const found = (await windows.engine.diagnose({})).filter((each) => each.name === name);
  expect(found).toHaveLength(1);
  return found[0]!;
};

test('a working desktop passes, and each problem has advice', async () => {
  const checks = await windows.engine.diagnose({});
  expect(checks.map(({ name }) => name)).toEqual([
    'Windows',
    'Session',
    'Screen lock',
    'Rights',
    'Display',
    'UI Automation',
    'Apps',
  ]);
  for (const { status, detail, fix } of checks) {
    expect(detail).not.toBe('');
    expect(fix === '').toBe(status === 'ok');
    expect(status).not.toBe('failed');
  }
  expect((await check('Display')).detail).toMatch(/DISPLAY1 \(0, 0, \d+ × \d+, 100 %\)/);
});

test.runIf(hasFunction('ntdll', 'wine_get_version'))(
  'Wine is identified, and its UI Automation as a stub',
  async () => {
    const { status, detail } = await check('Windows');
    expect(status).toBe('warning');
    expect(detail).toMatch(/Wine \d+\.\d+/);
    expect(await check('UI Automation')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('stub') as string,
    });
  },
);

test('a hung app is named', async () => {
  const app = await startApp(windows.engine, controls, ['notes']);
  const window = parseWindowId(app.window.id);
  expect(await check('Apps')).toMatchObject({ status: 'ok' });
  messageFixture(window, 'HangForever');
  // Windows allows an app five seconds from its first unprocessed message.
  messageFixture(window, 'SetTitle', 1);
  await vi.waitFor(async () => expect((await check('Apps')).status).toBe('warning'), soon);
  expect((await check('Apps')).detail).toContain('Fixture Notes');
  await app.end();
});
