import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveApp, type LiveApp } from '../../engine/backends/linux/testing/live-engine.ts';
import { soon } from '../../engine/testing/outcome.ts';
import { createBench, type Bench } from '../testing/run-tools.ts';

let app: LiveApp;
let bench: Bench;
beforeEach(async () => {
  app = await liveApp('galculator');
  bench = await createBench({ engine: app.engine });
});
afterEach(async () => {
  await bench.close();
  await app.end();
});

const click = (name: string) => bench.run('click_input', { selector: `name="${name}"`, window: { app: 'galculator' } });
const isSeen = async (name: string) => (await app.element(`name="${name}"`)).states.includes('visible');

test('does not press an element under an open menu of the same app, and names the menu', async () => {
  expect(await click('View')).toMatchObject({ ok: true });
  await vi.waitFor(async () => expect(await isSeen('Basic Mode')).toBe(true), soon);
  expect(await click('AC')).toMatchObject({
    ok: false,
    error: {
      code: 'wrong_target_window',
      message: expect.stringMatching(/^Menu.* of an open menu covers Button “AC” at /) as unknown,
      delivery: 'not_delivered',
    },
  });
});

test('presses items of an open menu, and covered elements once it is closed', async () => {
  expect(await click('View')).toMatchObject({ ok: true });
  await vi.waitFor(async () => expect(await isSeen('Basic Mode')).toBe(true), soon);
  expect(await click('Basic Mode')).toMatchObject({ ok: true });
  await vi.waitFor(async () => expect(await isSeen('Basic Mode')).toBe(false), soon);
  expect(await click('AC')).toMatchObject({ ok: true });
});

test('does not press an element beside an open menu of the same app, which would only close the menu', async () => {
  expect(await click('5')).toMatchObject({ ok: true });
  expect(await click('View')).toMatchObject({ ok: true });
  await vi.waitFor(async () => expect(await isSeen('Basic Mode')).toBe(true), soon);
  expect(await click('=')).toMatchObject({
    ok: false,
    error: { code: 'busy', message: expect.stringContaining('Button “=”') as unknown, delivery: 'not_delivered' },
  });
  // Another menu opens instead.
  expect(await click('Help')).toMatchObject({ ok: true });
  expect(await click('Help')).toMatchObject({ ok: true });
});
