import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Diff } from '#contract/model/elements/diff';
import type { WindowInfo } from '#contract/model/windows/window';
import { outcomeOf, soon } from '../../../testing/outcome.ts';
import { isKeyDown } from '../input/api.ts';
import { startApp, type StartedApp } from '../testing/apps.ts';
import { startWindowsEngine, type WindowsEngine } from '../testing/windows-engine.ts';
import { descendantsIn, listProcesses } from '../processes/process-start.ts';

const shiftKey = 0x10;
const leftButton = 0x01;

let windows: WindowsEngine;
let notepad: StartedApp;
beforeEach(async () => {
  windows = await startWindowsEngine();
  notepad = await startApp(windows.engine, 'notepad.exe');
});
afterEach(async () => {
  await notepad.end();
  await windows.close();
});

const drag = { from: { x: 900, y: 700 }, to: { x: 950, y: 750 }, button: 'left', durationMs: 20_000 } as const;

function kill(): void {
  process.kill(windows.engine.processId!, 'SIGKILL');
}

describe('a killed engine', () => {
  test('fails pending calls, and nothing else: lists are live again', async () => {
    const { engine } = windows;
    const diffs: Diff<WindowInfo>[] = [];
    const watching = engine.on('windows', (diff) => diffs.push(diff));
    const underWay = [outcomeOf(engine.drag(drag)), outcomeOf(engine.drag(drag))];
    await vi.waitFor(() => expect(isKeyDown(leftButton)).toBe(true), soon);
    kill();
    expect(await Promise.all(underWay)).toEqual(['engine_restarted', 'engine_restarted']);
    expect((await engine.listWindows({})).items.map(({ id }) => id)).toContain(notepad.window.id);
    expect(engine.status).toMatchObject({ state: 'ready', restarts: 1 });
    const other = await startApp(engine, 'winemine');
    const reported = () => expect(diffs.flatMap(({ added }) => added.map(({ id }) => id))).toContain(other.window.id);
    await vi.waitFor(reported, soon);
    await other.end();
    watching.dispose();
  });

  test('while holding a button and a modifier: the next one releases them', async () => {
    const { engine } = windows;
    const failing = outcomeOf(engine.drag({ ...drag, modifiers: ['shift'] }));
    await vi.waitFor(() => expect([isKeyDown(shiftKey), isKeyDown(leftButton)]).toEqual([true, true]), soon);
    kill();
    expect(await failing).toBe('engine_restarted');
    await engine.describe({});
    await vi.waitFor(() => expect([isKeyDown(shiftKey), isKeyDown(leftButton)]).toEqual([false, false]), soon);
  });
});

test('a closed engine leaves nothing behind and nothing pressed', async () => {
  const { engine } = windows;
  const failing = outcomeOf(engine.pressKeys({ keys: 'shift+F16', holdMs: 20_000 }));
  await vi.waitFor(() => expect(isKeyDown(shiftKey)).toBe(true), soon);
  const processId = engine.processId!;
  const family = [processId, ...descendantsIn(listProcesses(), processId)];
  await engine.close();
  expect(['cancelled', 'engine_restarted']).toContain(await failing);
  const alive = () => listProcesses().filter((entry) => family.includes(entry.processId));
  await vi.waitFor(() => expect(alive()).toEqual([]), soon);
  await vi.waitFor(() => expect(isKeyDown(shiftKey)).toBe(false), soon);
});
