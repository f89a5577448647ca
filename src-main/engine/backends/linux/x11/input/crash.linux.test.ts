import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLog } from '../../../../../base/log.ts';
import { forkEngine } from '../../../../process/fork-engine.ts';
import { createRemoteEngine, type RemoteEngine } from '../../../../process/remote-engine.ts';
import { bundleEntry, type BuiltEntry } from '../../../../../../scripts/lib/bundle.mjs';
import { heldInput } from '../../testing/people/person.ts';
import { XConnection } from '../display/connection.ts';
import type { XKeyboardState } from '../display/extensions.ts';
import { stateBit } from './keyboard/keymap.ts';
import { setLocks } from './keyboard/locks.ts';

const run = promisify(execFile);
const shows = { timeout: 10_000, interval: 20 };
const nothing = { keys: [], buttons: [] };
let entry: BuiltEntry;
/** An observer with a separate connection. */
let x: XConnection;
let engine: RemoteEngine;

beforeAll(async () => {
  [entry, x] = await Promise.all([bundleEntry(), XConnection.open(process.env['DISPLAY'] ?? '')]);
});
afterAll(async () => {
  x.close();
  await entry.remove();
});
beforeEach(() => {
  engine = start();
});
afterEach(() => engine.close());

function start(): RemoteEngine {
  const spawn = () => forkEngine(entry.path, { backend: 'linux', log: 'ignore' });
  return createRemoteEngine({ spawn, log: silentLog, beatMs: 1_000 });
}

const held = () => heldInput(x);

function map(): Promise<readonly (readonly number[])[]> {
  return x.ask((client, done) => client.GetKeyboardMapping(8, 248, done));
}

/** The journals on the root window. */
async function lists(): Promise<string[]> {
  const atoms = await x.ask<readonly number[]>((client, done) => client.ListProperties(x.root, done));
  const names = await Promise.all(atoms.map((atom) => x.ask<string>((client, done) => client.GetAtomName(atom, done))));
  return names.filter((name) => name.startsWith('_DESKSCOPE_INPUT'));
}

async function isCapsLockOn(): Promise<boolean> {
  const xkb = (await x.extension('xkb'))!;
  const { lockedMods } = await x.ask<XKeyboardState>((_, done) => xkb.GetState(xkb.UseCoreKbd, done));
  return (lockedMods & stateBit.lock) !== 0;
}

async function setCapsLock(on: boolean): Promise<void> {
  setLocks((await x.extension('xkb'))!, { group: 0, locked: on ? stateBit.lock : 0 });
  await x.sync();
}

async function killAndRestart(): Promise<void> {
  const before = engine.status.restarts;
  process.kill(engine.processId!, 'SIGKILL');
  await vi.waitFor(() => expect(engine.status.restarts).toBe(before + 1), shows);
  await engine.describe({});
}

/** The error of a pending call. */
async function failure(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return null;
  } catch (error) {
    return error;
  }
}

describe('a killed engine', () => {
  test('in the middle of a drag: the next engine releases button and modifier', async () => {
    const drag = { from: { x: 900, y: 900 }, to: { x: 950, y: 950 }, button: 'left', durationMs: 10_000 } as const;
    const failing = failure(engine.drag({ ...drag, modifiers: ['shift'] }));
    await vi.waitFor(async () => expect((await held()).buttons).toEqual([1]), shows);
    expect((await held()).keys).toHaveLength(1);
    expect(await lists()).toHaveLength(1);
    await killAndRestart();
    expect(await failing).toMatchObject({ code: 'engine_restarted', delivery: 'unknown' });
    expect(await held()).toEqual(nothing);
    expect(await lists()).toEqual([]);
  });

  test('while holding a chord with remapped keys: the next engine restores everything', async () => {
    const before = await map();
    await engine.typeText({ text: '漢字' });
    expect(await map()).not.toEqual(before);
    const failing = failure(engine.pressKeys({ keys: 'ctrl+alt+x', holdMs: 10_000 }));
    await vi.waitFor(async () => expect((await held()).keys).toHaveLength(3), shows);
    await killAndRestart();
    expect(await failing).toMatchObject({ code: 'engine_restarted' });
    expect(await held()).toEqual(nothing);
    expect(await map()).toEqual(before);
    expect(await lists()).toEqual([]);
  });

  test('with CapsLock off for a text: the next engine turns it on again', async () => {
    await setCapsLock(true);
    try {
      expect(await isCapsLockOn()).toBe(true);
      const failing = failure(engine.typeText({ text: 'x'.repeat(50_000) }));
      await vi.waitFor(async () => expect(await isCapsLockOn()).toBe(false), shows);
      await killAndRestart();
      expect(await failing).toMatchObject({ code: 'engine_restarted' });
      expect(await isCapsLockOn()).toBe(true);
      expect(await lists()).toEqual([]);
    } finally {
      await setCapsLock(false);
    }
  });
});

describe('an engine killed together with its supervisor', () => {
  const hold = { keys: 'ctrl+shift+x', holdMs: 20_000 } as const;

  test.each(['alone', 'with its whole process group'])('releases its keys, killed %s', async (how) => {
    await engine.close();
    const inGroup = how !== 'alone';
    const child = fork(entry.path, ['--backend', 'linux'], {
      serialization: 'advanced',
      detached: inGroup,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    } as const);
    await once(child, 'message');
    child.send({ type: 'call', id: 1, method: 'pressKeys', input: hold, timeoutMs: 30_000 });
    await vi.waitFor(async () => expect((await held()).keys).toHaveLength(3), shows);
    process.kill(inGroup ? -child.pid! : child.pid!, 'SIGKILL');
    await vi.waitFor(async () => expect(await held()).toEqual(nothing), shows);
    expect(await lists()).toEqual([]);
  });

  test('leaves no process behind when it exits normally', async () => {
    const survivors = async () =>
      (await run('pgrep', ['-f', `${entry.path} --let-go`]).catch(() => ({ stdout: '' }))).stdout;
    await engine.pressKeys({ keys: 'ctrl+shift', holdMs: 50 });
    expect(await survivors()).not.toBe('');
    await engine.close();
    await vi.waitFor(async () => expect(await survivors()).toBe(''), shows);
  });
});

test('another engine does not touch what a running one holds', async () => {
  const cut = new AbortController();
  const failing = failure(engine.pressKeys({ keys: 'x', holdMs: 20_000 }, { signal: cut.signal, timeoutMs: 30_000 }));
  await vi.waitFor(async () => expect((await held()).keys).toHaveLength(1), shows);
  const other = start();
  try {
    await other.describe({});
    expect((await held()).keys).toHaveLength(1);
  } finally {
    await other.close();
  }
  cut.abort();
  expect(await failing).toMatchObject({ code: 'cancelled' });
  await vi.waitFor(async () => expect(await held()).toEqual(nothing), shows);
});
