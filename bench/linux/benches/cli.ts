import { performance } from 'node:perf_hooks';
import { join } from 'node:path';
import { interleave, type Contestant } from '../../lib/interleave.ts';
import { ours } from '../../lib/measurement.ts';
import type { Bench } from '../bench.ts';
import { runProgram } from '../peers/run-program.ts';

const program = join(process.cwd(), 'bin/deskscope.cjs');

const emptyFork = join(process.cwd(), 'bench/linux/peers/empty-fork.cjs');

export const cli: Bench = {
  name: 'cli',
  title:
    'The built command line, from the start of its process to its end, on a desktop without windows. Below it what any ' +
    'program under Node pays: a process that does nothing, and one that starts another and waits for one message of it.',
  async run({ collector, rounds }) {
    const contestants = [
      ['--version', ours, [program, '--version']],
      ['--version', 'node -e 0', ['-e', '0']],
      ['windows', ours, [program, 'windows']],
      ['windows', 'node -e 0', ['-e', '0']],
      ['windows', 'an empty fork', [emptyFork]],
    ] as const;
    const sampled = contestants.map(([task, contestant, args]): Contestant => ({
      name: contestant,
      sample: () =>
        collector.attempt(`${task} with ${contestant}`, async () => {
          const start = performance.now();
          await runProgram(process.execPath, args);
          collector.add({ subject: 'deskscope', task, contestant }, performance.now() - start);
        }),
    }));
    await interleave(rounds * 4, sampled);
  },
};
