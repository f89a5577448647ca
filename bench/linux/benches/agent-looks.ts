import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { startChild } from '../../../scripts/lib/children.mjs';
import type { WindowInfo } from '../../../src-preload/contract/model/windows/window.ts';
import { interleave, type Contestant } from '../../lib/interleave.ts';
import { ours } from '../../lib/measurement.ts';
import { treeApps, type AppSpec } from '../apps.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { converse } from '../converse.ts';
import { withApp } from '../running-app.ts';

const program = join(process.cwd(), 'bin/deskscope.cjs');
const peer = join(process.cwd(), 'bench/linux/peers/cua-driver.mjs');
const cuaDriver = 'cua-driver';

/** One app that rests, and two whose progress bars move. */
const apps = ['galculator', 'gtk3-widget-factory', 'gtk4-widget-factory'];

/** Between two looks, as an agent takes at least. Milliseconds. */
const pauseMs = 500;

const looks = ['first look', 'second look', 'third look'] as const;

export const agentLooks: Bench = {
  name: 'agent-looks',
  title:
    'What an agent waits for: the first list of windows from the start of a fresh process, and its looks at a window. Ours is the built ' +
    '`mcp --stdio` with the handshake, and a look is `snapshot`; cua-driver’s SDK runs in a Node of its own, and a look is ' +
    '`get_window_state`. Found: windows, or elements that the answer names; ours names those that can be used.',
  async run(context) {
    const known = treeApps(context.electron).filter(({ name }) => apps.includes(name));
    for (const app of known.filter(({ name }) => context.app === null || context.app === name)) {
      context.progress(`agent-looks: ${app.name}`);
      await interleave(context.rounds, [
        contestant(context, app, ours, withOurs),
        contestant(context, app, cuaDriver, withPeer),
      ]);
    }
  },
};

type Add = (task: string, ms: number, found: number) => void;

function contestant(
  context: BenchContext,
  app: AppSpec,
  name: string,
  look: (window: WindowInfo, add: Add) => Promise<void>,
): Contestant {
  const add: Add = (task, ms, found) => context.collector.add({ subject: app.name, task, contestant: name }, ms, found);
  return { name, sample: () => withApp(context, app, name, (window) => look(window, add)) };
}

async function withOurs({ id }: WindowInfo, add: Add): Promise<void> {
  const env = Object.fromEntries(Object.entries(process.env).flatMap(([key, value]) => (value ? [[key, value]] : [])));
  const client = new Client({ name: 'bench', version: '1' });
  const call = async (name: string, parameters: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: parameters });
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    if (isError) throw new Error(text);
    return text;
  };
  const start = performance.now();
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, 'mcp', '--stdio'], env, stderr: 'ignore' }),
  );
  try {
    const windows = await call('list_windows', {});
    add(
      'first list of windows',
      performance.now() - start,
      windows.split('\n').filter((line) => /^\d+\. /.test(line)).length,
    );
    for (const task of looks) {
      const begun = performance.now();
      const text = await call('snapshot', { window: id });
      add(task, performance.now() - begun, text.split('\n').filter((line) => /^\s*\[e\d+\]/.test(line)).length);
      await sleep(pauseMs);
    }
  } finally {
    await client.close();
  }
}

const answer = z.object({ ms: z.number().default(0), found: z.number() });

async function withPeer({ id, processId }: WindowInfo, add: Add): Promise<void> {
  const start = performance.now();
  const child = startChild(process.execPath, [peer], { stdio: ['pipe', 'pipe', 'ignore'] });
  const talk = converse(child);
  try {
    // The first line comes unasked.
    const { found } = answer.parse(JSON.parse(await talk.notify('')));
    add('first list of windows', performance.now() - start, found);
    for (const task of looks) {
      const { ms, found: elements } = answer.parse(JSON.parse(await talk.notify(`${processId} ${Number(id)}`)));
      add(task, ms, elements);
      await sleep(pauseMs);
    }
  } finally {
    await talk.end();
  }
}
