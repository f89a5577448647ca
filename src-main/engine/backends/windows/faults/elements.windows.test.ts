import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../../engine.ts';
import { outcomeOf } from '../../../testing/outcome.ts';
import { startApp, type StartedApp } from '../testing/apps.ts';
import { controls, tellFixture } from '../testing/fixtures.ts';
import { UiaFixture } from '../testing/uia-fixture.ts';
import { startWindowsEngine, type WindowsEngine } from '../testing/windows-engine.ts';

/** An engine must be of use again within so many milliseconds; a slow machine is given as much once more. */
const backMs = 2_000;

let windows: WindowsEngine;
let engine: Engine;
let app: StartedApp;
let other: StartedApp;

async function start(): Promise<void> {
  windows = await startWindowsEngine();
  engine = windows.engine;
  [app, other] = [await startApp(engine, controls, ['notes']), await startApp(engine, controls, ['calculator'])];
}

async function stop(): Promise<void> {
  await Promise.all([app.end(), other.end()]);
  await windows.close();
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const roots = async (window = other.window.id) => (await engine.tree({ window })).root.id;

describe('by messages, where UI Automation is a sketch', () => {
  beforeAll(start);
  afterAll(stop);

  test('elements have the ids of their windows', async () => {
    expect(await roots()).toMatch(/\|runtime:h:/);
  });

  test('a window that hangs costs its call, and no other', async () => {
    tellFixture(Number(app.window.id), 'HangForever');
    expect(await outcomeOf(engine.tree({ window: app.window.id }))).toBe('target_not_responding');
    expect(await timeOf(() => roots())).toBeLessThan(backMs);
  });
});

describe('by UI Automation', () => {
  let fixture: UiaFixture;
  beforeAll(async () => {
    fixture = UiaFixture.install();
    await start();
  });
  afterAll(async () => {
    await stop();
    fixture.uninstall();
  });
  beforeEach(() => fixture.reset());

  test('elements have ids of its own', async () => {
    expect(await roots()).toMatch(/\|runtime:u:/);
  });

  test('a provider that hangs, whatever the time-out, costs its call', async () => {
    fixture.strike({ kind: 'hangs', milliseconds: 30_000 }, { window: Number(app.window.id) });
    expect(await outcomeOf(engine.tree({ window: app.window.id }, { timeoutMs: 4_000 }))).toBe('target_not_responding');
    expect(await timeOf(() => roots())).toBeLessThan(backMs);
  });

  test('a provider that takes the engine with it costs the calls under way', async () => {
    fixture.strike({ kind: 'crashes' }, { window: Number(app.window.id) });
    expect(await outcomeOf(engine.tree({ window: app.window.id }))).toBe('engine_restarted');
    expect(await roots()).toMatch(/\|runtime:u:/);
    expect(await roots(app.window.id)).toMatch(/\|runtime:u:/);
  });

  test('a window that denies access says so', async () => {
    fixture.strike({ kind: 'answers', hresult: 0x80070005 }, { window: Number(app.window.id) });
    expect(await outcomeOf(engine.tree({ window: app.window.id }))).toBe('elevated_target');
  });

  test('a window that hangs costs its call, and no other', async () => {
    tellFixture(Number(app.window.id), 'HangForever');
    expect(await outcomeOf(engine.tree({ window: app.window.id }))).toBe('target_not_responding');
    expect(await timeOf(() => roots())).toBeLessThan(backMs);
  });
});
