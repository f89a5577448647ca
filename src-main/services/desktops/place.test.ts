import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors';
import type { EngineStatus } from '#contract/model/engine';
import { Emitter } from '../../base/async/emitter.ts';
import { silentLog } from '../../base/log.ts';
import type { EngineEvents } from '../../engine/engine.ts';
import type { RemoteEngine } from '../../engine/process/remote-engine.ts';
import { createFakeEngine } from '../../engine/testing/fake-engine.ts';
import { Place } from './place.ts';

const ready: EngineStatus = { state: 'ready', detail: '', restarts: 0, latencyMs: 1 };

/** A scripted desktop's engine as if in a process of its own, and the end of that process. */
async function remoteEngine() {
  const { engine } = await createFakeEngine();
  const statuses = new Emitter<Pick<EngineEvents, 'status'>>();
  const remote = Object.create(engine, {
    status: { value: ready },
    on: {
      value: (topic: keyof EngineEvents, listener: never) =>
        topic === 'status' ? statuses.on(topic, listener) : engine.on(topic, listener),
    },
  }) as RemoteEngine;
  return { remote, end: () => statuses.emit('status', { ...ready, state: 'restarting' }) };
}

let home: Awaited<ReturnType<typeof remoteEngine>>;
let inside: Awaited<ReturnType<typeof remoteEngine>>;
let running: boolean;
let busy: boolean;
const taken = new Set<string>();
const [changed, ended, leave] = [vi.fn(), vi.fn(), vi.fn()];
let place: Place;

beforeEach(async () => {
  [home, inside] = [await remoteEngine(), await remoteEngine()];
  [running, busy] = [true, false];
  taken.clear();
  vi.clearAllMocks();
  const enter = (id: string) => {
    if (id !== 'abc123') throw new AppError('not_found', 'None.');
    const { remote: engine } = inside;
    return Promise.resolve({ id, engine, turn: () => new Promise<never>(() => undefined), isWalled: true, leave });
  };
  const desktops = {
    enter: async (id: string) => enter(id),
    isRunning: () => Promise.resolve(running),
    hasTaken: (id: string) => taken.has(id),
    takeOver: (id: string) => Promise.resolve(void taken.add(id)),
    giveBack: (id: string) => void taken.delete(id),
  };
  const entered = () => Promise.resolve();
  place = new Place({ home: home.remote, desktops, isBusy: () => busy, ended, changed, entered, log: silentLog });
});
afterEach(async () => {
  await Promise.all([home.remote.close(), inside.remote.close()]);
});

const titles = async () => (await place.engine.listWindows({})).items.map(({ title }) => title);
const open = (engine: RemoteEngine) => engine.launch({ command: 'notes', args: [] });

it('calls and events are those of the desktop where the user works', async () => {
  const [statuses, diffs] = [vi.fn(), vi.fn()];
  place.engine.on('status', statuses);
  place.engine.on('windows', diffs);
  await place.goTo('abc123');
  expect(statuses.mock.calls).toEqual([[{ ...ready, state: 'restarting', latencyMs: null }], [ready]]);
  const before = await titles();
  // Whoever listens first hears of the windows that there are.
  diffs.mockClear();
  await open(home.remote);
  expect(await titles()).toEqual(before);
  expect(diffs).not.toHaveBeenCalled();
  await open(inside.remote);
  expect((await titles()).length).toBe(before.length + 1);
  await vi.waitFor(() => expect(diffs).toHaveBeenCalled());
  // The user, for whom others wait, waits for nobody.
  expect(await place.desktop?.turn(new AbortController().signal)).toBeTypeOf('function');
  await place.goTo(null);
  expect(leave).toHaveBeenCalledTimes(1);
  expect(place.desktop).toBeNull();
  expect(changed.mock.calls).toEqual([[{ id: 'abc123', ended: null }], [{ id: null, ended: null }]]);
});

it('stays where it is during a pick or recording, and if the other is gone', async () => {
  await expect(place.goTo('nowhere')).rejects.toMatchObject({ code: 'not_found' });
  busy = true;
  await expect(place.goTo('abc123')).rejects.toMatchObject({ code: 'busy' });
  expect(place.id).toBeNull();
});

it('takes the desktop over as long as something needs its pointer, unless the user did', async () => {
  await place.hold('pick');
  expect(taken.size).toBe(0);
  await place.goTo('abc123');
  await place.hold('recording');
  await place.hold('pick');
  place.release('pick');
  expect(taken.size).toBe(1);
  place.release('recording');
  expect(taken.size).toBe(0);
  taken.add('abc123');
  await place.hold('pick');
  place.release('pick');
  expect(taken.size).toBe(1);
});

it('comes home when the desktop ends, and not when only its engine restarts', async () => {
  await place.goTo('abc123');
  inside.end();
  await place.engine.listWindows({});
  expect(place.id).toBe('abc123');
  running = false;
  inside.end();
  await vi.waitFor(() => expect(place.id).toBeNull());
  expect(ended).toHaveBeenCalledWith('abc123');
  expect(changed).toHaveBeenLastCalledWith({ id: null, ended: 'abc123' });
});
