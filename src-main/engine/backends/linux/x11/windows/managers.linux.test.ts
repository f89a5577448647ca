import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WindowAction, WindowInfo } from '#contract/model/windows/window';
import { openXDisplay, type ManagerName, type XDisplay } from '../../testing/x-display.ts';

/** openbox shows no window while it follows a change of keyboard layouts. */
const soon = { timeout: 30_000, interval: 30 };

/** Unsupported actions of a window manager, and their messages. */
const refusals: Readonly<Record<ManagerName, Partial<Record<WindowAction, string>>>> = {
  openbox: {},
  xfwm4: {},
  // A tiling manager: it determines the bounds of windows, and does not minimise them.
  i3: {
    maximize: 'unsupported_platform',
    pinOnTop: 'unsupported_platform',
    unpin: 'unsupported_platform',
    minimize: 'not_verified',
  },
};

describe.each(['openbox', 'xfwm4', 'i3'] as const)('under %s', (manager) => {
  let desk: XDisplay;
  const tiles = manager === 'i3';
  const refused = (action: WindowAction) => refusals[manager][action];

  beforeAll(async () => {
    desk = await openXDisplay(manager, [
      ['Left', '960/250x1080/280+0+0'],
      ['*Right', '960/250x1080/280+960+0'],
    ]);
    desk.start('xedit', ['-geometry', '300x200+100+120', '-title', 'First']);
    await found('First');
    desk.start('xcalc', ['-geometry', '320x240+500+300', '-title', 'Second']);
    await found('Second');
  });
  afterAll(() => desk.close());

  const list = async () => (await desk.engine.listWindows({ includeHidden: true })).items;
  const found = (title: string): Promise<WindowInfo> =>
    vi.waitFor(async () => {
      const window = (await list()).find((each) => each.title === title);
      if (!window) throw new Error(`There is no window ${title}.`);
      return window;
    }, soon);
  const act = async (title: string, action: WindowAction) =>
    desk.engine.actOnWindow({ window: (await found(title)).id, action });

  /** Performs what the manager supports, and expects a refusal otherwise. */
  const actOrRefuse = async (action: WindowAction, outcome: Partial<WindowInfo>) => {
    const code = refused(action);
    if (code) await expect(act('First', action)).rejects.toMatchObject({ code });
    else expect(await act('First', action)).toMatchObject(outcome);
  };

  it("the list matches the manager's list and order", async () => {
    const text = await desk.output('xprop', ['-root', '_NET_CLIENT_LIST_STACKING']);
    const ids = (text.match(/0x[0-9a-f]+/g) ?? []).reverse();
    expect((await list()).map((window) => window.id)).toEqual(ids);
    expect(ids).toHaveLength(2);
  });

  it('a window is where xwininfo reports it, with its frame around it', async () => {
    for (const { id, bounds, contentBounds } of await list()) {
      const text = await desk.output('xwininfo', ['-id', id]);
      const number = (what: string) => Number(new RegExp(`${what}: +(-?\\d+)`).exec(text)?.[1]);
      const border = number('Border width');
      expect(contentBounds).toEqual({
        x: number('Absolute upper-left X') + border,
        y: number('Absolute upper-left Y') + border,
        width: number('Width'),
        height: number('Height'),
      });
      const frame =
        /_NET_FRAME_EXTENTS\(CARDINAL\) = (.*)/.exec(await desk.output('xprop', ['-id', id]))?.[1] ?? '0, 0, 0, 0';
      const [left = 0, right = 0, top = 0, bottom = 0] = frame.split(', ').map((each) => Number(each) + border);
      expect(bounds).toEqual({
        x: contentBounds.x - left,
        y: contentBounds.y - top,
        width: contentBounds.width + left + right,
        height: contentBounds.height + top + bottom,
      });
      expect(top).toBeGreaterThan(0);
    }
  });

  it('windows are reported with process, program and toolkit', async () => {
    const { processId, ...first } = await found('First');
    expect(first).toMatchObject({ app: 'xedit', className: 'Xedit', toolkit: 'xaw', kind: 'normal', owner: null });
    expect(processId).toBeGreaterThan(1);
  });

  it('the focus moves back and forth', async () => {
    expect(await act('First', 'focus')).toMatchObject({ active: true });
    expect(await act('Second', 'focus')).toMatchObject({ active: true });
    expect((await list()).filter((window) => window.active)).toHaveLength(1);
    expect(await desk.engine.switchToNext({})).toMatchObject({ title: 'First', active: true });
    expect(await desk.backend.windows.active()).toBe((await found('First')).id);
  });

  it.skipIf(tiles)('a focused window is raised', async () => {
    for (const title of ['Second', 'First']) {
      await act(title, 'focus');
      await vi.waitFor(async () => expect((await list())[0]?.title).toBe(title), soon);
    }
  });

  it('minimise, maximise, full screen, restore', async () => {
    await actOrRefuse('minimize', { state: 'minimized' });
    expect(await act('First', 'restore')).toMatchObject({ state: 'normal' });
    await actOrRefuse('maximize', { state: 'maximized' });
    expect(await act('First', 'fullscreen')).toMatchObject({ state: 'fullscreen' });
    const screen = (await desk.engine.describe({})).monitors[(await found('First')).monitor]!.bounds;
    await vi.waitFor(async () => expect(await found('First')).toMatchObject({ bounds: screen }), soon);
    expect(await act('First', 'restore')).toMatchObject({ state: 'normal' });
  });

  it('pinned on top, and unpinned', async () => {
    await actOrRefuse('pinOnTop', { alwaysOnTop: true });
    await actOrRefuse('unpin', { alwaysOnTop: false });
  });

  it('moves and resizes exactly, or reports that it did not', async () => {
    const { id } = await found('First');
    const bounds = { x: 640, y: 333, width: 411, height: 277 };
    const moving = desk.engine.moveWindow({ window: id, bounds });
    if (tiles) await expect(moving).rejects.toMatchObject({ code: 'not_verified', delivery: 'delivered' });
    else expect(await moving).toMatchObject({ bounds });
    if (!tiles)
      expect(await desk.engine.moveWindow({ window: id, bounds: { x: -20 } })).toMatchObject({ bounds: { x: -20 } });
  });

  it('the other desktop, and back', async () => {
    const { desktop, id } = await found('First');
    const there = desktop === 0 ? 1 : 0;
    expect(await desk.engine.moveToDesktop({ window: id, desktop: there })).toMatchObject({ desktop: there });
    // i3 has a desktop on each monitor, and shows both.
    const left = tiles ? ['First', 'Second'] : ['Second'];
    const shown = async () => (await desk.engine.listWindows({})).items.map((window) => window.title);
    await vi.waitFor(async () => expect((await shown()).sort()).toEqual(left), soon);
    expect(await desk.engine.moveToDesktop({ window: id, desktop: desktop! })).toMatchObject({ desktop });
  });

  it('a focused window of another desktop becomes visible', async () => {
    const { desktop, id } = await found('First');
    const there = desktop === 0 ? 1 : 0;
    const current = async () => (await desk.engine.describe({})).desktops.current;
    await desk.engine.moveToDesktop({ window: id, desktop: there });
    await act('Second', 'focus');
    expect(await act('First', 'focus')).toMatchObject({ active: true, desktop: there });
    await vi.waitFor(async () => expect(await current()).toBe(there), soon);
    await desk.engine.moveToDesktop({ window: id, desktop: desktop! });
    expect(await act('First', 'focus')).toMatchObject({ active: true, desktop });
    await vi.waitFor(async () => expect(await current()).toBe(desktop), soon);
  });

  // xfwm4 supports only monitors with an output, and the virtual screen has one for the first.
  it.skipIf(manager === 'xfwm4')('from one monitor to the other', async () => {
    const { monitors } = await desk.engine.describe({});
    expect(monitors).toMatchObject([
      { index: 0, name: 'Right', primary: true, bounds: { x: 960, y: 0, width: 960, height: 1080 } },
      { index: 1, name: 'Left', primary: false, bounds: { x: 0, y: 0, width: 960, height: 1080 } },
    ]);
    const { id } = await found('First');
    if (tiles) {
      const refused = desk.engine.moveToMonitor({ window: id, monitor: 1 - (await found('First')).monitor });
      await expect(refused).rejects.toMatchObject({ code: 'not_verified' });
      return;
    }
    await desk.engine.moveWindow({ window: id, bounds: { x: 100, y: 150 } });
    expect(await found('First')).toMatchObject({ monitor: 1 });
    expect(await desk.engine.moveToMonitor({ window: id, monitor: 0 })).toMatchObject({
      monitor: 0,
      bounds: { x: 1060, y: 150 },
    });
    await act('First', 'maximize');
    expect(await desk.engine.moveToMonitor({ window: id, monitor: 1 })).toMatchObject({
      monitor: 1,
      state: 'maximized',
    });
    await act('First', 'restore');
  });

  it('a stopped manager is named, and no window is blamed', async () => {
    const { id } = await found('First');
    const shown = (await desk.engine.describe({})).desktops.current;
    const other = shown === 0 ? 1 : 0;
    desk.signalManager('SIGSTOP');
    try {
      const error = {
        code: 'not_verified',
        message: expect.stringMatching(`\\(${manager}, pid \\d+\\) is stopped`) as string,
      };
      await expect(act('First', 'fullscreen')).rejects.toMatchObject(error);
      await expect(desk.engine.showDesktop({ desktop: other })).rejects.toMatchObject(error);
    } finally {
      desk.signalManager('SIGCONT');
    }
    await vi.waitFor(async () => expect(await found('First')).toMatchObject({ state: 'fullscreen' }), soon);
    expect(await desk.engine.showDesktop({ desktop: shown })).toMatchObject({ current: shown });
    expect(await desk.engine.actOnWindow({ window: id, action: 'restore' })).toMatchObject({ state: 'normal' });
  });

  it('a window is closed, and gone', async () => {
    expect(await act('First', 'close')).toBeNull();
    expect((await list()).map((window) => window.title)).toEqual(['Second']);
  });

  it('without the manager, windows are still listed, and its actions are refused', async () => {
    await desk.killManager();
    expect(await found('Second')).toMatchObject({ app: 'xcalc', state: 'normal' });
    const refusal = { code: 'unsupported_platform', delivery: 'not_delivered' };
    await expect(act('Second', 'focus')).rejects.toMatchObject(refusal);
    const moving = desk.engine.moveWindow({ window: (await found('Second')).id, bounds: { x: 1 } });
    await expect(moving).rejects.toMatchObject(refusal);
  });
});
