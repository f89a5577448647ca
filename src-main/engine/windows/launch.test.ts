import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '../../base/log.ts';
import { createFakeBackend, type FakeBackend } from '../backends/fake/index.ts';
import type { Engine } from '../engine.ts';
import { createLocalEngine } from '../process/local-engine.ts';
import { descendantsOf } from '../../base/processes/descendants.ts';

let engine: Engine;
let backend: FakeBackend;

/** A desktop that starts programs as this machine does. */
beforeEach(async () => {
  const { programs: _, ...rest } = createFakeBackend();
  backend = rest;
  engine = await createLocalEngine({ log: silentLog, backend: () => Promise.resolve(backend) });
});
afterEach(() => engine.close());

test('a program that opens no window is a timeout that names it', async () => {
  const started = engine.launch({ command: process.execPath, args: ['-e', ''] }, { timeoutMs: 2_000 });
  await expect(started).rejects.toMatchObject({
    code: 'timeout',
    delivery: 'delivered',
    message: expect.stringContaining(process.execPath) as string,
  });
});

test('a program that fails is told of before the deadline', async () => {
  const failing = { command: process.execPath, args: ['-e', 'process.exit(3)'] };
  await expect(engine.launch(failing)).rejects.toMatchObject({
    code: 'window_not_found',
    message: expect.stringContaining('ended (exit code 3) without opening a window') as string,
  });
});

test('an unknown program is not found', async () => {
  const refused = { code: 'not_found', delivery: 'not_delivered' };
  await expect(engine.launch({ command: 'no such program', args: [] })).rejects.toMatchObject(refused);
  await expect(engine.launch({ command: 'true; true', args: [] })).rejects.toMatchObject(refused);
  const together = engine.launch({ command: `${process.execPath} -v`, args: [] });
  await expect(together).rejects.toMatchObject({ ...refused, hint: 'Pass its arguments separately from its name.' });
});

test('a missing working directory is not told of as a missing program', async () => {
  const elsewhere = { command: process.execPath, args: [], folder: '/no/such/folder' };
  await expect(engine.launch(elsewhere)).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('there is no folder “/no/such/folder”') as string,
  });
});

test('a program that hands over to another is found by its new window', { timeout: 10_000 }, async () => {
  const launching = engine.launch({ command: process.execPath, args: ['-e', ''] });
  setTimeout(() => backend.desktop.start('notes'), 100);
  expect(await launching).toMatchObject({ title: 'Notes' });
});

test('an invisible window does not count', { timeout: 10_000 }, async () => {
  const launching = engine.launch({ command: process.execPath, args: ['-e', ''] });
  setTimeout(() => {
    const hidden = backend.desktop.start('notes');
    backend.desktop.move(hidden, { x: -10_000, y: -10_000 });
    setTimeout(() => backend.desktop.start('calculator'), 2_000);
  }, 100);
  expect(await launching).toMatchObject({ title: 'Calculator' });
});

test.runIf(process.platform === 'linux')('children of children are family', async () => {
  const shell = spawn('sh', ['-c', 'sh -c "sleep 20; true"; true'], { stdio: 'ignore', detached: true });
  await once(shell, 'spawn');
  await vi.waitFor(() => expect(descendantsOf(shell.pid!)).toHaveLength(2));
  expect(descendantsOf(process.pid)).toContain(shell.pid);
  process.kill(-shell.pid!, 'SIGKILL');
});
