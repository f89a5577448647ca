import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors';
import type { OwnDesktopInfo } from '#contract/model/own-desktop';
import { testServices } from '../../bridge/test-services.ts';
import { createDesktopsStore, openedDesktop } from './store.ts';
import { connectTo } from './view-channel.ts';

afterEach(() => void vi.useRealTimers());

const desktop: OwnDesktopInfo = {
  id: 'abc123',
  startedAt: '2026-01-01T00:00:00.000Z',
  width: 1600,
  height: 1000,
  openedBy: '',
  holds: '',
  hasView: true,
  session: 'x11',
  takenOver: false,
};

it('shows a new desktop large, and all desktops once it has ended', async () => {
  let list: OwnDesktopInfo[] = [];
  const services = testServices({
    'desktops.list': () => Promise.resolve(list),
    'desktops.start': () => Promise.resolve((list = [desktop])[0]!.id),
    'desktops.stop': () => Promise.resolve(void (list = [])),
  });
  const store = createDesktopsStore(services);
  await store.getState().start();
  expect(openedDesktop(store.getState())).toEqual(desktop);
  await store.getState().stop(desktop.id);
  expect(openedDesktop(store.getState())).toBeNull();
  expect(services.reported).toEqual([]);
});

it('keeps the reason why there is no list, and reports why none starts', async () => {
  const failure = new AppError('unsupported_platform', 'On Linux only.');
  const services = testServices({
    'desktops.list': () => Promise.reject(failure),
    'desktops.start': () => Promise.reject(failure),
  });
  const store = createDesktopsStore(services);
  await store.getState().start();
  expect(store.getState()).toMatchObject({ failure, list: null, starting: false });
  expect(services.reported).toEqual([failure]);
});

it('a channel carries both directions, limits update requests, and closes', async () => {
  vi.useFakeTimers();
  const sent: (readonly [string, number])[] = [];
  const left: unknown[] = [];
  const services = testServices({
    'desktops.watch': () => Promise.resolve(),
    'desktops.send': ({ viewer, bytes }) => Promise.resolve(void sent.push([viewer, bytes[0] ?? -1])),
    'desktops.unwatch': (input) => Promise.resolve(void left.push(input)),
  });
  const channel = connectTo(services)('abc123', 500);
  const received: (Uint8Array | string)[] = [];
  channel.onopen = () => void received.push('open');
  channel.onmessage = ({ data }) => void received.push(data);
  channel.onclose = () => void received.push('closed');
  await Promise.resolve();
  channel.send(new Uint8Array([2]));
  channel.send(new Uint8Array([3, 1]));
  expect(sent.map(([, type]) => type)).toEqual([2]);
  vi.advanceTimersByTime(500);
  expect(sent.map(([, type]) => type)).toEqual([2, 3]);
  const [[viewer] = ['']] = sent;
  const bytes = new Uint8Array([1, 2]);
  services.emit('desktops.picture', { viewer: 'of another', bytes });
  services.emit('desktops.picture', { viewer, bytes });
  channel.close();
  services.emit('desktops.picture', { viewer, bytes });
  expect(received).toEqual(['open', bytes, 'closed']);
  expect(left).toEqual([{ viewer }]);
});
