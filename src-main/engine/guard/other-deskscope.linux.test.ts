import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { WindowInfo } from '#contract/model/windows/window';
import { processName, questionTitle } from '../../base/processes/announce-process.ts';
import { silentLog } from '../../base/log.ts';
import type { Backend } from '../backend.ts';
import { createLinuxBackend } from '../backends/linux/index.ts';
import type { Engine } from '../engine.ts';
import { createLocalEngine } from '../process/local-engine.ts';
import { end } from '../testing/programs.ts';

/** An engine that knows no other process of its own, like another Deskscope's. */
let engine: Engine;
let backend: Backend;
let folder: string;
const started: ChildProcess[] = [];
/**
 * How long a window may take to appear, in milliseconds. Each change of the keyboard layout keeps openbox busy for a moment, and
 * it manages new windows only after all of them: tests that type on the same desktop leave it far behind.
 */
const openMs = 60_000;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskscope-guard-'));
  // The system names a process after the file it was started from, until the process names itself.
  await symlink('/usr/bin/xcalc', join(folder, processName));
  engine = await createLocalEngine({
    log: silentLog,
    backend: async (options) => (backend = await createLinuxBackend(options)),
  });
});
afterEach(async () => {
  for (const child of started.splice(0)) await end(child);
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts xcalc, under its own name or as a Deskscope. */
async function open(title: string, as: 'xcalc' | typeof processName): Promise<WindowInfo> {
  const command = as === 'xcalc' ? as : join(folder, processName);
  const child = spawn(command, ['-title', title, '-geometry', '+600+300'], { stdio: 'ignore' });
  started.push(child);
  return vi.waitFor(async () => {
    const windows = await backend.windows.list({ all: true, own: true });
    const found = windows.find(({ processId }) => processId === child.pid);
    if (!found) throw new Error('no window yet');
    return found;
  }, openMs);
}

const inside = ({ bounds }: WindowInfo) => ({ x: bounds.x + 40, y: bounds.y + 60 });

describe('windows of another Deskscope', { timeout: 2 * openMs }, () => {
  test('are in no list or hit, and cannot be acted on', async () => {
    const window = await open('Deskscope', processName);
    expect(window.own).toBe(true);
    expect((await engine.listWindows({ everyDesktop: true })).items.map(({ id }) => id)).not.toContain(window.id);
    expect(await engine.elementAt(inside(window))).toBeNull();
    await expect(engine.tree({ window: window.id })).rejects.toMatchObject({ code: 'window_not_found' });
    await expect(engine.capture({ target: { kind: 'window', window: window.id } })).rejects.toMatchObject({
      code: 'window_not_found',
    });
    for (const action of ['focus', 'close', 'minimize'] as const) {
      await expect(engine.actOnWindow({ window: window.id, action })).rejects.toMatchObject({
        code: 'window_not_found',
      });
    }
    await expect(engine.moveWindow({ window: window.id, bounds: { x: 0 } })).rejects.toMatchObject({
      code: 'window_not_found',
    });
    const click = engine.click({ at: inside(window), button: 'left', count: 1 });
    await expect(click).rejects.toMatchObject({ code: 'wrong_target_window', delivery: 'not_delivered' });
  });

  test('a permission window stops every act, wherever it is, until it is gone', async () => {
    await open(questionTitle, processName);
    const far = { x: 5, y: 1_000 };
    const click = () => engine.click({ at: far, button: 'left', count: 1 });
    await expect(click()).rejects.toMatchObject({ code: 'busy', delivery: 'not_delivered' });
    await expect(engine.pressKeys({ keys: 'Return' })).rejects.toMatchObject({ delivery: 'not_delivered' });
    await expect(engine.launch({ command: 'xcalc', args: [] })).rejects.toMatchObject({ code: 'busy' });
    for (const child of started.splice(0)) await end(child);
    await vi.waitFor(click, 5_000);
  });

  test('an app cannot imitate it by its title', async () => {
    const window = await open(questionTitle, 'xcalc');
    expect(window.own).toBeUndefined();
    expect((await engine.listWindows({})).items.map(({ id }) => id)).toContain(window.id);
    await engine.click({ at: { x: 5, y: 1_000 }, button: 'left', count: 1 });
  });
});
