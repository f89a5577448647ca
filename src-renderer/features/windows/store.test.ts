import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors';
import type { Diff, Snapshot } from '#contract/model/elements/diff';
import type { Capabilities } from '#contract/model/engine';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import { testServices } from '../../bridge/test-services.ts';
import { filterWindows, createWindowsStore, retryMs } from './store.ts';

function windowInfo(id: WindowId, title: string): WindowInfo {
  const bounds = { x: 0, y: 0, width: 100, height: 100 };
  return {
    id,
    title,
    className: title,
    app: title.toLowerCase(),
    processId: 42,
    bounds,
    contentBounds: bounds,
    state: 'normal',
    active: false,
    monitor: 0,
    desktop: null,
    kind: 'normal',
    toolkit: '',
    alwaysOnTop: false,
    demandsAttention: false,
    owner: null,
    resizable: true,
  };
}

const diff = (sequence: number, change: Partial<Diff<WindowInfo>>): Diff<WindowInfo> => {
  return { sequence, added: [], updated: [], removed: [], ...change };
};

const monitor = { name: '', bounds: { x: 0, y: 0, width: 1, height: 1 }, primary: true, scale: 1 };
const appInfo = {
  version: '',
  electron: '',
  platform: 'linux',
  backend: 'fake',
  capabilities: {} as Capabilities,
  monitors: [0, 1].map((index) => ({ ...monitor, index })),
  desktops: { count: 4, current: 0 },
};

function setUp(...snapshots: Snapshot<WindowInfo>[]) {
  const list = vi.fn(() => Promise.resolve(snapshots.shift() ?? { sequence: 99, items: [] }));
  const moved = vi.fn(() => Promise.resolve({ text: '', elapsedMs: 1 }));
  const services = testServices({
    'windows.list': list,
    'app.info': () => Promise.resolve(appInfo),
    'windows.toMonitor': moved,
    'windows.toDesktop': moved,
  });
  const store = createWindowsStore(services);
  return { store, list, moved, services, titles: () => store.getState().snapshot?.items.map(({ title }) => title) };
}

const first = { sequence: 3, items: [windowInfo('0x1', 'Editor'), windowInfo('0x2', 'Calculator')] };

describe('the window list', () => {
  it('applies consecutive diffs', async () => {
    const { store, services, titles } = setUp(first);
    store.getState().follow();
    await vi.waitFor(() => expect(titles()).toHaveLength(2));
    services.emit(
      'windows.changed',
      diff(4, { updated: [windowInfo('0x1', 'Editor *')], removed: ['0x2'], order: ['0x1'] }),
    );
    expect(titles()).toEqual(['Editor *']);
  });

  it('is fetched again after a missing diff, and ignores old ones', async () => {
    const { store, services, list, titles } = setUp(first, { sequence: 9, items: [windowInfo('0x3', 'Browser')] });
    store.getState().follow();
    await vi.waitFor(() => expect(titles()).toHaveLength(2));
    services.emit('windows.changed', diff(2, { removed: ['0x1'] }));
    expect(list).toHaveBeenCalledTimes(1);
    services.emit('windows.changed', diff(6, { removed: ['0x1'] }));
    await vi.waitFor(() => expect(titles()).toEqual(['Browser']));
  });

  it('is fetched again when a diff overtakes the snapshot', async () => {
    const { store, services, titles } = setUp(first, { sequence: 4, items: [windowInfo('0x3', 'Browser')] });
    const end = store.getState().follow();
    services.emit('windows.changed', diff(4, { removed: ['0x1'] }));
    await vi.waitFor(() => expect(titles()).toEqual(['Browser']));
    end();
  });

  it('is fetched again when the engine restarts', async () => {
    const { store, services, list } = setUp(first, first);
    store.getState().follow();
    const status = { detail: '', restarts: 1, latencyMs: null };
    services.emit('engine.status', { ...status, state: 'ready' });
    expect(list).toHaveBeenCalledTimes(1);
    services.emit('engine.status', { ...status, state: 'restarting' });
    services.emit('engine.status', { ...status, state: 'ready' });
    expect(list).toHaveBeenCalledTimes(2);
    await vi.waitFor(() => expect(store.getState().snapshot).not.toBeNull());
  });

  it('deselects a closed window', async () => {
    const { store, services, titles } = setUp(first);
    store.getState().follow();
    await vi.waitFor(() => expect(titles()).toHaveLength(2));
    store.getState().select('0x2');
    services.emit('windows.changed', diff(4, { removed: ['0x2'], order: ['0x1'] }));
    expect(store.getState().selected).toBeNull();
  });

  it('retries after a failure', async () => {
    vi.useFakeTimers();
    try {
      const { store, list } = setUp({ sequence: 1, items: [] });
      list.mockImplementationOnce(() => Promise.reject(new AppError('timeout')));
      const end = store.getState().follow();
      await vi.advanceTimersByTimeAsync(10);
      expect(store.getState().error).not.toBeNull();
      await vi.advanceTimersByTimeAsync(retryMs);
      expect(store.getState()).toMatchObject({ error: null, snapshot: { sequence: 1 } });
      end();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('keeps the error without a list, and reports a failed action', async () => {
    const error = new AppError('display_unavailable');
    const services = testServices({
      'windows.list': () => Promise.reject(error),
      'windows.act': () => Promise.reject(new AppError('not_verified')),
    });
    const store = createWindowsStore(services);
    await store.getState().load();
    expect(store.getState().error).toBe(error);
    await store.getState().act('0x1', 'close');
    expect(services.reported).toMatchObject([{ code: 'not_verified' }]);
  });
});

it('sends the selected window to the next monitor and desktop, from the last to the first', async () => {
  const { store, moved } = setUp({ sequence: 1, items: [{ ...windowInfo('0x1', 'Editor'), monitor: 1, desktop: 2 }] });
  await store.getState().load();
  store.getState().select('0x1');
  await store.getState().toNext('monitor');
  expect(moved).toHaveBeenLastCalledWith({ window: '0x1', monitor: 0 });
  await store.getState().toNext('desktop');
  expect(moved).toHaveBeenLastCalledWith({ window: '0x1', desktop: 3 });
});

describe('filterWindows', () => {
  it('requires every word in title, app or pid', () => {
    const titles = (filter: string) => filterWindows(first.items, filter).map(({ title }) => title);
    expect(titles('')).toEqual(['Editor', 'Calculator']);
    expect(titles('CALC 42')).toEqual(['Calculator']);
    expect(titles('calc 43')).toEqual([]);
  });
});
