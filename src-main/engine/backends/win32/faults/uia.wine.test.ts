import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WindowInfo } from '#contract/model/windows/window';
import { outcomeOf, soon } from '../../../testing/outcome.ts';
import { startApp, type StartedApp } from '../testing/apps.ts';
import { controls, messageFixture } from '../testing/fixtures.ts';
import { UiaFixture } from '../testing/uia-fixture.ts';
import { startWindowsEngine, type WindowsEngine } from '../testing/windows-engine.ts';
import { parseWindowId } from '../native/window.ts';

const forever = { kind: 'hangs', milliseconds: 600_000 } as const;
let fixture: UiaFixture;
let windows: WindowsEngine;
let apps: readonly StartedApp[];
let asked: WindowInfo;
let other: WindowInfo;
let restarts: number;

async function open(): Promise<void> {
  windows = await startWindowsEngine();
  const { engine } = windows;
  apps = [await startApp(engine, controls, ['gallery']), await startApp(engine, controls, ['calculator'])];
  [asked, other] = apps.map(({ window }) => window) as [WindowInfo, WindowInfo];
  expect((await windows.engine.tree({ window: asked.id })).root.id).toContain('runtime:u:');
}

async function close(): Promise<void> {
  for (const app of apps) await app.end();
  await windows.close();
}

beforeAll(async () => {
  fixture = UiaFixture.install();
  await open();
});
afterAll(async () => {
  await close();
  fixture.uninstall();
});
beforeEach(() => {
  restarts = windows.engine.status.restarts;
  return () => fixture.reset();
});

const strikesAt = () => ({ window: parseWindowId(asked.id) });
const read = (window: WindowInfo, timeoutMs?: number) =>
  outcomeOf(windows.engine.tree({ window: window.id }, timeoutMs === undefined ? {} : { timeoutMs }));

test.each([
  ['access is denied', 0x80070005, 'elevated_target'],
  ['the element is gone', 0x80040201, 'element_stale'],
  ['the app is gone', 0x800706ba, 'element_stale'],
  ['the app does not answer', 0x80131505, 'target_not_responding'],
  ['the app fails', 0x80010105, 'accessibility_unavailable'],
])('if %s, only that call fails', async (_, hresult, code) => {
  // For the whole tree and for the window alone, each retried unless it timed out.
  fixture.strike({ kind: 'answers', hresult }, { ...strikesAt(), strikes: hresult === 0x80131505 ? 2 : 4 });
  expect(await read(asked)).toBe(code);
  expect([await read(asked), await read(other)]).toEqual(['answered', 'answered']);
  expect(windows.engine.status.restarts).toBe(restarts);
});

test('an unanswered action may have arrived, and reports that', async () => {
  const { engine } = windows;
  const { matches } = await engine.find({ window: asked.id, selector: 'id=201' });
  const element = matches[0]!.id;
  await engine.details({ element });
  const before = fixture.section.read('calls');
  await engine.details({ element });
  const skips = fixture.section.read('calls') - before;
  fixture.strike({ kind: 'answers', hresult: 0x80131505 }, { ...strikesAt(), skips });
  await expect(engine.runPattern({ element, call: { pattern: 'toggle' } })).rejects.toMatchObject({
    code: 'target_not_responding',
    delivery: 'unknown',
  });
});

test('a hung window fails only that call', async () => {
  const hung = await startApp(windows.engine, controls, ['notes']);
  try {
    messageFixture(parseWindowId(hung.window.id), 'HangForever');
    expect([await read(hung.window), await read(other)]).toEqual(['target_not_responding', 'answered']);
    expect(windows.engine.status.restarts).toBe(restarts);
  } finally {
    await hung.end();
  }
});

test('a null instead of an element fails one call, not the process', async () => {
  fixture.strike({ kind: 'answers null' }, strikesAt());
  expect(['element_stale', 'window_not_found', 'accessibility_unavailable']).toContain(await read(asked));
  expect([await read(asked), await read(other)]).toEqual(['answered', 'answered']);
  expect(windows.engine.status.restarts).toBe(restarts);
});

test('a crash inside our own process only delays a lookup: the next engine answers it', async () => {
  fixture.strike({ kind: 'crashes' }, strikesAt());
  expect(await read(asked)).toBe('answered');
  expect(windows.engine.status.restarts).toBe(restarts + 1);
  expect([await read(asked), await read(other)]).toEqual(['answered', 'answered']);
  expect(windows.engine.status).toMatchObject({ state: 'ready', restarts: restarts + 1 });
});

describe('a call that never returns', { timeout: 120_000 }, () => {
  test('fails for its caller; a new thread answers the others', async () => {
    fixture.strike(forever, strikesAt());
    const stuck = read(asked, 1_500);
    expect((await windows.engine.listWindows({})).items.length).toBeGreaterThan(1);
    expect(['timeout', 'target_not_responding']).toContain(await stuck);
    expect([await read(other), await read(asked)]).toEqual(['answered', 'answered']);
    expect(windows.engine.status.restarts).toBe(restarts);
  });

  test('often enough replaces the engine, which then answers', async () => {
    // A new engine has no stuck threads, and was not replaced before.
    await close();
    await open();
    fixture.strike(forever, { ...strikesAt(), strikes: 5 });
    // Some are cancelled before they start.
    for (let call = 0; call < 20 && fixture.section.read('faultKind') !== 0; call++) {
      expect(['timeout', 'target_not_responding', 'engine_restarted']).toContain(await read(asked, 1_000));
    }
    await vi.waitFor(() => expect(windows.engine.status).toMatchObject({ state: 'ready', restarts: 1 }), soon);
    expect([await read(asked), await read(other)]).toEqual(['answered', 'answered']);
  });
});
