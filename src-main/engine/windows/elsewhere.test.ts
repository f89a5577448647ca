import { expect, test } from 'vitest';
import { nextWindow, type WindowInfo } from '#contract/model/windows/window';
import { createFakeEngine } from '../testing/fake-engine.ts';
import { carryOver } from './elsewhere.ts';

const left = { x: -1000, y: 0, width: 1000, height: 800 };
const right = { x: 0, y: 100, width: 500, height: 400 };
const of = (x: number, y: number, width: number, height: number, resizable = true) =>
  ({ bounds: { x, y, width, height }, resizable }) as WindowInfo;

test('a window keeps its distance from the corner, and is kept inside', () => {
  expect(carryOver(of(-900, 50, 200, 100), left, right)).toEqual({ x: 100, y: 150 });
  expect(carryOver(of(-50, 700, 200, 100), left, right)).toEqual({ x: 300, y: 400 });
  expect(carryOver(of(-1100, 0, 200, 100), left, right)).toEqual({ x: 0, y: 100 });
});

test('only a window that does not fit is shrunk, and only if its app allows', () => {
  const fitted = { x: 0, y: 100, width: 500, height: 300 };
  expect(carryOver(of(-900, 0, 900, 300), left, right)).toEqual(fitted);
  expect(carryOver(of(-900, 0, 900, 300, false), left, right)).toEqual({ x: 0, y: 100 });
});

test('the next window is the one below the active one, cyclically, minimised ones last', () => {
  const window = (id: string, more: Partial<WindowInfo> = {}) =>
    ({ id, active: false, state: 'normal', ...more }) as WindowInfo;
  const active = window('active', { active: true });
  const minimized = window('minimized', { state: 'minimized' });
  expect(nextWindow([active, window('b'), window('c')])?.id).toBe('b');
  expect(nextWindow([window('pinned'), active, minimized])?.id).toBe('pinned');
  expect(nextWindow([active, minimized])?.id).toBe('minimized');
  expect(nextWindow([window('a'), window('b')])?.id).toBe('a');
  expect(nextWindow([active])).toBeUndefined();
});

test('a maximised window moves to the other monitor and is maximised there', async () => {
  const desk = await createFakeEngine();
  const { bounds } = desk.backend.desktop.monitors[0]!;
  const second = { x: -bounds.width, y: 0, width: bounds.width, height: bounds.height };
  desk.backend.desktop.setMonitors([bounds, second]);
  const { id } = await desk.window('Calculator');
  const moved = await desk.engine.moveToMonitor({ window: id, monitor: 1 });
  expect(moved).toMatchObject({ monitor: 1, state: 'normal' });
  await desk.engine.actOnWindow({ window: id, action: 'maximize' });
  expect(await desk.engine.moveToMonitor({ window: id, monitor: 0 })).toMatchObject({ state: 'maximized', bounds });
  const nowhere = desk.engine.moveToMonitor({ window: id, monitor: 2 });
  await expect(nowhere).rejects.toMatchObject({ code: 'not_found', delivery: 'not_delivered' });
  await desk.engine.close();
});

test('a window that does not follow is not verified', async () => {
  const desk = await createFakeEngine({ faults: 'deaf:move' });
  const { bounds } = desk.backend.desktop.monitors[0]!;
  desk.backend.desktop.setMonitors([bounds, { ...bounds, x: bounds.width }]);
  const moving = desk.engine.moveToMonitor(
    { window: (await desk.window('Form')).id, monitor: 1 },
    { timeoutMs: 1_000 },
  );
  await expect(moving).rejects.toMatchObject({ code: 'not_verified', delivery: 'delivered' });
  await desk.engine.close();
});
