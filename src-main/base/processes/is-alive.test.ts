import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { isAlive, processorMs } from './is-alive.ts';

it('reports who runs, and whose number nobody has', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  expect([isAlive(process.pid), isAlive(child.pid!)]).toEqual([true, true]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect([child.pid!, 0, -1, 2 ** 22 + 1, 1.5, NaN].map(isAlive)).toEqual(Array(6).fill(false));
});

it.runIf(process.platform === 'linux')('reports how long a process has worked', () => {
  const before = processorMs(process.pid)!;
  const until = Date.now() + 150;
  while (Date.now() < until) JSON.stringify(process.memoryUsage());
  expect(processorMs(process.pid)).toBeGreaterThan(before);
  expect(processorMs(2 ** 22 + 1)).toBeNull();
});

it.runIf(process.platform === 'linux')(
  'counts a process that ended as gone, though nobody asked how it ended',
  async () => {
    // A shell that becomes `sleep` never asks for the child it had.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [output] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(output);
    expect(isAlive(pid)).toBe(true);
    // Until then the shell may still ask.
    const program = () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim();
    await vi.waitFor(() => expect(program()).toBe('sleep'), { timeout: 5_000 });
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5_000 });
    // Its number is still taken.
    expect(process.kill(pid, 0)).toBe(true);
    parent.kill('SIGKILL');
  },
);
