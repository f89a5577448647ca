import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { interleave, type Contestant } from '../../lib/interleave.ts';
import { ours } from '../../lib/measurement.ts';
import type { Bench } from '../bench.ts';

const program = join(process.cwd(), 'bin/deskscope.cjs');
const bare = join(process.cwd(), 'bench/linux/peers/bare-stdio.mjs');

export const mcpStart: Bench = {
  name: 'mcp-start',
  title:
    'A server on standard input and output, from the start of its process to its answer to `initialize`. Below it the least that ' +
    'a server under Node can be: the SDK without tools. Clients that are not answered within a second or two go on without.',
  async run({ collector, rounds }) {
    const contestants = [
      [ours, [program, 'mcp', '--stdio']],
      ['SDK, no tools', [bare]],
    ] as const;
    const sampled = contestants.map(([contestant, args]): Contestant => ({
      name: contestant,
      sample: () =>
        collector.attempt(`initialize with ${contestant}`, async () => {
          const env = Object.fromEntries(
            Object.entries(process.env).flatMap(([key, value]) => (value ? [[key, value]] : [])),
          );
          const client = new Client({ name: 'bench', version: '1' });
          const start = performance.now();
          await client.connect(
            new StdioClientTransport({ command: process.execPath, args: [...args], env, stderr: 'ignore' }),
          );
          collector.add({ subject: 'deskscope', task: 'initialize', contestant }, performance.now() - start);
          await client.close();
        }),
    }));
    await interleave(rounds * 4, sampled);
  },
};
