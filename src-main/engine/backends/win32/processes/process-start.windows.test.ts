import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { soon } from '../../../testing/outcome.ts';
import { startOf } from './process-start.ts';
import { createPrograms } from './start.ts';

test('reports how a process was started, and by which parent', async () => {
  const before = Date.now();
  const args = ['-e', 'setTimeout(() => {}, 60_000)', 'two words', 'C:\\folder\\', 'a "quote"', ''];
  const folder = tmpdir();
  const child = spawn(process.execPath, args, { cwd: folder });
  await once(child, 'spawn');
  const start = startOf(child.pid!);
  expect(start).toMatchObject({ command: process.execPath, args });
  expect(path.resolve(start!.folder)).toBe(path.resolve(folder));
  expect(start?.ageMs).toBeLessThanOrEqual(Date.now() - before + 100);
  expect(start?.ancestors[0]).toBe(process.pid);
  child.kill();
});

test('a program runs in its start folder', async () => {
  const id = await createPrograms().start(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], tmpdir());
  // The process exists before its parameters are set.
  const { folder } = await vi.waitFor(() => startOf(id) ?? Promise.reject(new Error('nothing is told yet')), soon);
  expect(path.resolve(folder)).toBe(path.resolve(tmpdir()));
  process.kill(id);
});

test('reports nothing about a missing process', () => {
  expect(startOf(0x7ffffffc)).toBeNull();
});
