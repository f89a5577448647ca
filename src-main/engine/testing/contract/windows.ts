import { expect, test, vi } from 'vitest';
import { applyDiff, type Diff, type Snapshot } from '#contract/model/elements/diff';
import type { WindowInfo } from '#contract/model/windows/window';
import { windowOf, type WindowAction, type Desk } from '../desk.ts';
import { soon } from '../outcome.ts';

export function windowsContract(desk: () => Desk): void {
  test('the list has every open app once, the topmost first, exactly one active at most', async () => {
    const { items } = await desk().engine.listWindows({});
    const titles = [desk().calculator.title, desk().editor.title, desk().checkBox.title];
    for (const title of titles) expect(items.filter((window) => window.title.includes(title))).toHaveLength(1);
    expect(items.filter((window) => window.active).length).toBeLessThanOrEqual(1);
    expect(new Set(items.map((window) => window.id)).size).toBe(items.length);
    for (const window of items) {
      expect(window.bounds.width).toBeGreaterThan(0);
      expect(window.processId).toBeGreaterThan(0);
      expect(window.app).not.toBe('');
      expect(window).toMatchObject({ alwaysOnTop: false, owner: null });
    }
  });

  test('diffs lead from one list to the next while windows come and go', async () => {
    const { engine } = desk();
    const diffs: Diff<WindowInfo>[] = [];
    const subscription = engine.on('windows', (diff) => diffs.push(diff));
    const before = await engine.listWindows({});
    const opened = await desk().open();
    await vi.waitFor(
      () => expect(titles(diffs.flatMap((d) => [...d.added, ...d.updated]))).toContain(opened.title),
      soon,
    );
    const { id } = await windowOf(desk(), opened.title);
    await opened.close();
    await vi.waitFor(() => expect(diffs.flatMap((diff) => diff.removed)).toContain(id), soon);
    const after = await engine.listWindows({});
    // Let the last diff arrive if events travel separately from replies.
    await vi.waitFor(() => expect(replay(before, diffs, after.sequence)).toEqual(after), soon);
    subscription.dispose();
  });

  test('minimise, restore, maximise, restore and focus are followed and verified', async () => {
    const { engine, editor } = desk();
    const { id } = await windowOf(desk(), editor.title);
    for (const [action, state] of [
      ['minimize', 'minimized'],
      ['maximize', 'maximized'],
    ] as const) {
      const acting = engine.actOnWindow({ window: id, action });
      if (await isRefused(desk(), action, acting)) continue;
      expect(await acting).toMatchObject({ id, state });
      expect(await engine.actOnWindow({ window: id, action: 'restore' })).toMatchObject({ id, state: 'normal' });
    }
    expect(await engine.actOnWindow({ window: id, action: 'focus' })).toMatchObject({ id, active: true });
  });

  test('a minimised window comes back where it is maximised', async () => {
    const { engine, editor } = desk();
    const { id } = await windowOf(desk(), editor.title);
    const minimizing = engine.actOnWindow({ window: id, action: 'minimize' });
    if (await isRefused(desk(), 'minimize', minimizing)) return;
    await minimizing;
    const maximizing = engine.actOnWindow({ window: id, action: 'maximize' });
    if (await isRefused(desk(), 'maximize', maximizing)) return;
    expect(await maximizing).toMatchObject({ id, state: 'maximized' });
    expect(await engine.actOnWindow({ window: id, action: 'restore' })).toMatchObject({ id, state: 'normal' });
    await engine.actOnWindow({ window: id, action: 'focus' });
  });

  test('full screen fills the monitor, and restore undoes it', async () => {
    const { engine, editor } = desk();
    const { id, monitor } = await windowOf(desk(), editor.title);
    const { bounds } = await engine.moveWindow({ window: id, bounds: { x: 90, y: 80 } });
    const filling = engine.actOnWindow({ window: id, action: 'fullscreen' });
    if (await isRefused(desk(), 'fullscreen', filling)) {
      expect(await windowOf(desk(), editor.title)).toMatchObject({ bounds, state: 'normal' });
      return;
    }
    const full = await filling;
    expect(full).toMatchObject({ state: 'fullscreen' });
    const screen = (await engine.describe({})).monitors[monitor]?.bounds;
    await vi.waitFor(async () => expect((await windowOf(desk(), editor.title)).contentBounds).toEqual(screen), soon);
    expect(await engine.actOnWindow({ window: id, action: 'restore' })).toMatchObject({ state: 'normal' });
    await vi.waitFor(async () => expect((await windowOf(desk(), editor.title)).bounds).toEqual(bounds), soon);
  });

  test('a pinned window stays above the active one, and no longer once it is unpinned', async () => {
    const { engine, editor, calculator } = desk();
    const { id } = await windowOf(desk(), editor.title);
    const other = (await windowOf(desk(), calculator.title)).id;
    const order = async () => {
      const ids = (await engine.listWindows({})).items.map((window) => window.id);
      return [id, other].sort((a, b) => ids.indexOf(a) - ids.indexOf(b));
    };
    const pinning = engine.actOnWindow({ window: id, action: 'pinOnTop' });
    if (await isRefused(desk(), 'pinOnTop', pinning)) return;
    expect(await pinning).toMatchObject({ alwaysOnTop: true });
    expect(await engine.actOnWindow({ window: other, action: 'focus' })).toMatchObject({ active: true });
    expect(await order()).toEqual([id, other]);
    expect(await engine.actOnWindow({ window: id, action: 'unpin' })).toMatchObject({ alwaysOnTop: false });
    await engine.actOnWindow({ window: other, action: 'focus' });
    await vi.waitFor(async () => expect(await order()).toEqual([other, id]), soon);
  });

  test('switching to the next window goes to the one used before, and back', async () => {
    const { engine, editor, calculator } = desk();
    const first = (await windowOf(desk(), calculator.title)).id;
    const second = (await windowOf(desk(), editor.title)).id;
    for (const window of [first, second]) await engine.actOnWindow({ window, action: 'focus' });
    expect(await engine.switchToNext({})).toMatchObject({ id: first, active: true });
    expect(await engine.switchToNext({})).toMatchObject({ id: second, active: true });
  });

  test('a window goes to another desktop and back; there is none beyond the last', async () => {
    const { engine, editor } = desk();
    const { desktops } = await engine.describe({});
    const { id, desktop } = await windowOf(desk(), editor.title);
    const beyond = engine.moveToDesktop({ window: id, desktop: desktops.count });
    await expect(beyond).rejects.toMatchObject({ code: 'not_found', delivery: 'not_delivered' });
    if (desk().cannot?.includes('moveToDesktop')) {
      expect(await engine.moveToDesktop({ window: id, desktop: desktops.current })).toMatchObject({ desktop });
      return;
    }
    expect(desktops.count).toBeGreaterThan(1);
    const elsewhere = (desktops.current + 1) % desktops.count;
    expect(await engine.moveToDesktop({ window: id, desktop: elsewhere })).toMatchObject({ desktop: elsewhere });
    expect((await engine.listWindows({})).items.map((window) => window.id)).not.toContain(id);
    const there = async () =>
      (await engine.listWindows({ includeHidden: true })).items.find((window) => window.id === id);
    await vi.waitFor(async () => expect(await there()).toMatchObject({ active: false }), soon);
    expect(await engine.moveToDesktop({ window: id, desktop: desktops.current })).toMatchObject({
      desktop: desktops.current,
    });
  });

  test('the desktop that is shown is another one, and back', async () => {
    const { engine } = desk();
    const { desktops } = await engine.describe({});
    const beyond = engine.showDesktop({ desktop: desktops.count });
    await expect(beyond).rejects.toMatchObject({ code: 'not_found', delivery: 'not_delivered' });
    expect(await engine.showDesktop({ desktop: desktops.current })).toEqual(desktops);
    if (desktops.count === 1) return;
    const other = (desktops.current + 1) % desktops.count;
    expect(await engine.showDesktop({ desktop: other })).toMatchObject({ current: other });
    expect((await engine.describe({})).desktops.current).toBe(other);
    expect(await engine.showDesktop({ desktop: desktops.current })).toMatchObject({ current: desktops.current });
  });

  test('a monitor that is not there is not found', async () => {
    const { engine, editor } = desk();
    const { id, monitor } = await windowOf(desk(), editor.title);
    expect(await engine.moveToMonitor({ window: id, monitor })).toMatchObject({ id, monitor });
    const { monitors } = await engine.describe({});
    const beyond = engine.moveToMonitor({ window: id, monitor: monitors.length });
    await expect(beyond).rejects.toMatchObject({ code: 'not_found', delivery: 'not_delivered' });
  });

  test('a window is moved to where it was asked to be, and back', async () => {
    const { engine, editor } = desk();
    const { id, bounds } = await windowOf(desk(), editor.title);
    const moved = await engine.moveWindow({ window: id, bounds: { x: bounds.x + 30, y: bounds.y + 20 } });
    expect(moved.bounds).toEqual({ ...bounds, x: bounds.x + 30, y: bounds.y + 20 });
    expect((await engine.moveWindow({ window: id, bounds: { x: bounds.x, y: bounds.y } })).bounds).toEqual(bounds);
  });

  test('a window that was closed is gone', async () => {
    const { engine } = desk();
    const opened = await desk().open();
    await vi.waitFor(() => windowOf(desk(), opened.title), soon);
    const { id } = await windowOf(desk(), opened.title);
    expect(await engine.actOnWindow({ window: id, action: 'close' })).toBeNull();
    await expect(engine.tree({ window: id })).rejects.toMatchObject({ code: 'window_not_found' });
  });

  test('a program that does not exist is not started', async () => {
    const starting = desk().engine.launch({ command: 'no-such-program-here', args: [] });
    await expect(starting).rejects.toMatchObject({ code: 'not_found', delivery: 'not_delivered' });
  });
}

/** Whether the platform cannot do this; then it must refuse with a reason, before acting. */
async function isRefused({ cannot = [] }: Desk, windowAction: WindowAction, doing: Promise<unknown>): Promise<boolean> {
  if (!cannot.includes(windowAction)) return false;
  await expect(doing).rejects.toMatchObject({ code: 'unsupported_platform', delivery: 'not_delivered' });
  return true;
}

function titles(windows: readonly WindowInfo[]): readonly string[] {
  return windows.map((window) => window.title);
}

/** The earlier list with the diffs applied. */
function replay(before: Snapshot<WindowInfo>, diffs: readonly Diff<WindowInfo>[], until: number) {
  let now: Snapshot<WindowInfo> | null = before;
  for (const diff of diffs) {
    if (diff.sequence > before.sequence && diff.sequence <= until) now = now && applyDiff(now, diff);
  }
  return now;
}
