import { expect, it } from 'vitest';
import { isAlive } from '../base/processes/is-alive.ts';
import { openProgram } from './commands/machine/open.ts';

const node = (script: string) => openProgram(process.execPath, ['-e', script], process.env);

it('reports where the app ended at once', async () => {
  const errorOf = async (script: string) => (await node(script)).error?.message;
  expect(await errorOf('process.exit(3)')).toContain('right after its start (exit code 3)');
  expect(await errorOf('process.kill(process.pid, "SIGTRAP")')).toContain('(SIGTRAP)');
});

it('takes a second start, which hands over and ends, for one', async () => {
  expect(await node('0')).not.toHaveProperty('error');
});

it('leaves the app running', async () => {
  const { data } = await node('setTimeout(() => undefined, 30_000)');
  const { processId } = data as { processId: number };
  expect(isAlive(processId)).toBe(true);
  process.kill(processId);
});
