import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sleep } from '../../base/async/deadline.ts';
import { isAlive } from '../../base/processes/is-alive.ts';
import { silentLog } from '../../base/log.ts';
import type { EngineStatus } from '#contract/model/engine';
import type { Diff } from '#contract/model/elements/diff';
import type { WindowInfo } from '#contract/model/windows/window';
import { forkEngine } from './fork-engine.ts';
import { createRemoteEngine, type RemoteEngine } from './remote-engine.ts';
import { bundleEntry, type BuiltEntry } from '../../../scripts/lib/bundle.mjs';
import { describeEngine } from '../testing/engine-contract.ts';
import { fakeDesk } from '../testing/fake-desk.ts';

let entry: BuiltEntry;
beforeAll(async () => {
  entry = await bundleEntry();
}, 60_000);
afterAll(() => entry.remove());

function start(faults = '', beatMs = 1_000): RemoteEngine {
  const spawn = () => {
    vi.stubEnv('DESKSCOPE_FAKE_FAULT', faults);
    const process = forkEngine(entry.path, { backend: 'fake' });
    vi.unstubAllEnvs();
    return process;
  };
  return createRemoteEngine({ spawn, log: silentLog, beatMs });
}

describeEngine('the engine in a process of its own', () => Promise.resolve(fakeDesk(start())));

test('the built engine runs without Electron', async () => {
  expect(await readFile(entry.path, 'utf8')).not.toMatch(/require\(["']electron["']\)|from ["']electron["']/);
});

describe('when the engine process fails', () => {
  let engine: RemoteEngine;
  let statuses: EngineStatus[];
  let diffs: Diff<WindowInfo>[];

  const begin = async (faults?: string, beatMs?: number) => {
    engine = start(faults, beatMs);
    statuses = [];
    diffs = [];
    engine.on('status', (status) => statuses.push(status));
    engine.on('windows', (diff) => diffs.push(diff));
    await engine.listWindows({});
    return engine.processId!;
  };
  afterEach(() => engine.close());

  test('killed: a pending read is repeated, an act is not, the next call works, diffs continue', async () => {
    const pid = await begin('slow:capture');
    const capturing = engine.capture({ target: { kind: 'screen' } });
    const drag = { from: { x: 1, y: 1 }, to: { x: 9, y: 9 }, button: 'left', durationMs: 3_000 } as const;
    const dragging = engine.drag(drag);
    await sleep(100);
    const lost = expect(dragging).rejects.toMatchObject({ code: 'engine_restarted', delivery: 'unknown' });
    process.kill(pid, 'SIGKILL');
    await expect(capturing).resolves.toBeDefined();
    await lost;
    await engine.listWindows({});
    expect(engine.processId).not.toBe(pid);
    expect(engine.status).toMatchObject({ state: 'ready', restarts: 1 });
    expect(statuses.map((status) => status.state)).toEqual(expect.arrayContaining(['restarting', 'ready']));

    diffs.length = 0;
    const { id } = await engine.launch({ command: 'notes', args: [] });
    await vi.waitFor(() => expect(diffs.flatMap((diff) => diff.added).map((window) => window.id)).toContain(id));
  });

  test('killed repeatedly: no read fails, and no call waits past its deadline', { timeout: 60_000 }, async () => {
    await begin('slow:list');
    for (let kills = 0; kills < 9; kills++) {
      // Starting the next process may take seconds on a busy machine.
      const looking = engine.listWindows({}, { timeoutMs: 20_000 });
      await sleep(50);
      process.kill(engine.processId!, 'SIGKILL');
      await expect(looking, `kill ${kills + 1}`).resolves.toHaveProperty('items');
    }
    expect(engine.status.restarts).toBe(9);
  });

  test('a diff after a restart never continues an earlier snapshot', async () => {
    const pid = await begin();
    const before = await engine.listWindows({});
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(engine.status.restarts).toBe(1));
    const after = await engine.listWindows({});
    expect(after.sequence).toBeGreaterThan(before.sequence + 1);
  });

  test('the new engine knows which windows are our own', async () => {
    const pid = await begin();
    const twin = (await engine.listWindows({})).items.find((window) => window.title === 'Twin')!;
    await engine.setOwnProcesses({ processIds: [twin.processId] });
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(engine.status.restarts).toBe(1));
    await vi.waitFor(
      async () => {
        const { items } = await engine.listWindows({});
        expect(items.length).toBeGreaterThan(0);
        expect(items.some((window) => window.processId === twin.processId)).toBe(false);
      },
      { timeout: 10_000 },
    );
  });

  test('crashing in a call: that call fails and the engine restarts', async () => {
    await begin('crash:capture');
    await expect(engine.capture({ target: { kind: 'screen' } })).rejects.toMatchObject({ code: 'engine_restarted' });
    await engine.listWindows({});
  });

  test('a hanging back end costs only its own call the deadline', async () => {
    await begin('hang:tree');
    const [window] = (await engine.listWindows({})).items;
    const ended = expect(engine.tree({ window: window!.id }, { timeoutMs: 400 })).rejects.toMatchObject({
      code: 'timeout',
    });
    await expect(engine.capture({ target: { kind: 'monitor', monitor: 0 } })).resolves.toBeDefined();
    await ended;
    expect(engine.status).toMatchObject({ state: 'ready', restarts: 0 });
  });

  // Windows cannot stop a process; the frozen event loop below is equivalent.
  test.skipIf(process.platform === 'win32')('stopped: it is killed and restarted', async () => {
    const pid = await begin('', 100);
    process.kill(pid, 'SIGSTOP');
    await expect(engine.listWindows({}, { timeoutMs: 100 })).rejects.toMatchObject({ code: 'timeout' });
    await vi.waitFor(() => expect(engine.status).toMatchObject({ state: 'ready', restarts: 1 }), { timeout: 10_000 });
    expect(engine.processId).not.toBe(pid);
    await engine.listWindows({});
  });

  test('a frozen event loop: it is killed and restarted', async () => {
    const pid = await begin('freeze:capture', 100);
    const capturing = engine.capture({ target: { kind: 'screen' } }, { timeoutMs: 15_000 });
    await expect(capturing).rejects.toMatchObject({ code: 'engine_restarted' });
    await engine.listWindows({});
    expect(engine.processId).not.toBe(pid);
  });

  test('restarted on request: it does not count as a failure', async () => {
    const pid = await begin();
    engine.restart();
    expect(engine.status.state).toBe('restarting');
    await vi.waitFor(() => expect(engine.status).toMatchObject({ state: 'ready', restarts: 0 }), { timeout: 10_000 });
    await engine.listWindows({});
    expect(engine.processId).not.toBe(pid);
  });

  test('reports its response time', { timeout: 10_000 }, async () => {
    await begin();
    await vi.waitFor(() => expect(engine.status.latencyMs).toBeGreaterThanOrEqual(0), { timeout: 5_000 });
  });
});

describe('when the engine cannot start', () => {
  let engine: RemoteEngine;
  beforeEach(() => {
    engine = start('nonsense:everywhere');
  });
  afterEach(() => engine.close());

  test('calls throw the reason, at once and later', async () => {
    const refused = { code: 'invalid_parameter', message: expect.stringContaining('is not a fault') as string };
    await expect(engine.listWindows({})).rejects.toMatchObject(refused);
    await expect(engine.listWindows({})).rejects.toMatchObject(refused);
    expect(engine.status.state).toBe('failed');
    expect(engine.status.detail).toContain('is not a fault');
  });
});

test('closing ends the process', async () => {
  const engine = start();
  await engine.listWindows({});
  const pid = engine.processId!;
  await engine.close();
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false));
});

test('an engine whose parent was killed exits', async () => {
  const script = `
    const engine = require('node:child_process').fork(process.argv[1], ['--backend', 'fake'], { stdio: 'ignore' });
    engine.on('message', () => console.log(engine.pid));
  `;
  const parent = spawn(process.execPath, ['-e', script, entry.path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(output);
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 4_000 });
});
