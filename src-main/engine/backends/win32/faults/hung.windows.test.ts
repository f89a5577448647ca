import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { outcomeOf, soon } from '../../../testing/outcome.ts';
import { startApp, type StartedApp } from '../testing/apps.ts';
import { controls, messageFixture } from '../testing/fixtures.ts';
import { startWindowsEngine, type WindowsEngine } from '../testing/windows-engine.ts';
import { parseWindowId } from '../native/window.ts';

let windows: WindowsEngine;
const apps: StartedApp[] = [];
beforeAll(async () => void (windows = await startWindowsEngine()));
afterEach(async () => {
  for (const app of apps.splice(0)) await app.end();
});
afterAll(() => windows.close());

/** No test waits for a hung window. */
const briefly = { timeoutMs: 2_000 };

async function start(kind: string): Promise<StartedApp> {
  const app = await startApp(windows.engine, controls, [kind]);
  apps.push(app);
  return app;
}

describe('an app with a hung window', { timeout: 120_000 }, () => {
  test('fails only calls to it, and affects no other window', async () => {
    const { engine } = windows;
    const hung = (await start('gallery')).window;
    const other = (await start('calculator')).window;
    const { matches } = await engine.find({ window: hung.id, selector: 'role=Button name="Push me"' });
    const { id: element, bounds } = matches[0]!;
    await engine.actOnWindow({ window: hung.id, action: 'focus' });
    messageFixture(parseWindowId(hung.id), 'HangForever');

    const calls = [
      () => engine.tree({ window: hung.id }),
      () => engine.find({ window: hung.id, selector: 'role=Button' }),
      () => engine.details({ element }),
      () => engine.children({ element }),
      () => engine.ancestors({ element }),
      () => engine.selectors({ element }),
      () => engine.elementAt({ x: bounds!.x + 5, y: bounds!.y + 5 }),
      () => engine.runPattern({ element, call: { pattern: 'invoke' } }),
      () => engine.focusElement({ element }),
    ];
    const asked = calls.map((call) => outcomeOf<unknown>(call()));
    expect((await engine.listWindows({})).items.map(({ id }) => id)).toContain(hung.id);
    expect((await engine.tree({ window: other.id })).nodeCount).toBeGreaterThan(10);
    expect(await Promise.all(asked)).toEqual(calls.map(() => 'target_not_responding'));
    expect(engine.status.restarts).toBe(0);
  });

  test('receives no keys or clicks, and none is reported as done', async () => {
    const { engine } = windows;
    const { window } = await start('gallery');
    await engine.actOnWindow({ window: window.id, action: 'focus' });
    messageFixture(parseWindowId(window.id), 'HangForever');
    const { x, y, width, height } = window.contentBounds;
    const at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
    const refused = { code: 'target_not_responding', delivery: 'not_delivered' };
    await expect(engine.typeText({ text: 'late', window: window.id })).rejects.toMatchObject(refused);
    await expect(engine.pressKeys({ keys: 'x', window: window.id })).rejects.toMatchObject(refused);
    await expect(engine.click({ at, button: 'left', count: 1 })).rejects.toMatchObject(refused);
    await expect(engine.scroll({ at, notches: -1 })).rejects.toMatchObject(refused);
  });

  test('is listed, and window actions are posted or reported as not done', async () => {
    const { engine } = windows;
    const { window } = await start('notes');
    messageFixture(parseWindowId(window.id), 'HangForever');
    for (const action of ['minimize', 'maximize', 'close'] as const) {
      const acted = outcomeOf(engine.actOnWindow({ window: window.id, action }, briefly));
      expect(['answered', 'not_verified', 'target_not_responding']).toContain(await acted);
    }
    await engine.moveWindow({ window: window.id, bounds: { x: 40 } }, briefly).catch(() => undefined);
    expect((await engine.listWindows({})).items.map(({ id }) => id)).toContain(window.id);
  });

  test('answers again once it continues', async () => {
    const { engine } = windows;
    const { window } = await start('gallery');
    messageFixture(parseWindowId(window.id), 'Hang', 4_000);
    expect(await outcomeOf(engine.tree({ window: window.id }))).toBe('target_not_responding');
    await vi.waitFor(
      async () => expect((await engine.tree({ window: window.id })).nodeCount).toBeGreaterThan(20),
      soon,
    );
  });
});

describe('an app that crashes', () => {
  test('during a query fails the pending calls', async () => {
    const { engine } = windows;
    const { window } = await start('gallery');
    const asked = Array.from({ length: 5 }, () => outcomeOf(engine.tree({ window: window.id })));
    messageFixture(parseWindowId(window.id), 'Crash');
    // Until the system has processed the crash, its window exists but does not answer.
    const possible = ['answered', 'window_not_found', 'element_stale', 'target_not_responding'];
    for (const outcome of await Promise.all(asked)) expect(possible).toContain(outcome);
    const isGone = async () => expect(await outcomeOf(engine.tree({ window: window.id }))).toBe('window_not_found');
    await vi.waitFor(isGone, soon);
    expect(engine.status.restarts).toBe(0);
  });

  test('takes its elements with it', async () => {
    const { engine } = windows;
    const app = await startApp(engine, 'notepad.exe');
    apps.push(app);
    const { root } = await engine.tree({ window: app.window.id });
    await app.end();
    await vi.waitFor(
      async () => expect(await outcomeOf(engine.details({ element: root.id }))).toBe('window_not_found'),
      soon,
    );
    expect(engine.status.restarts).toBe(0);
  });
});
