import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { endChild, startChild } from '../../../scripts/lib/children.mjs';
import { ours } from '../../lib/measurement.ts';
import { python } from '../../linux/peers/run-program.ts';

/** What an agent is told about a window. */
export interface Look {
  readonly elements: number;
  readonly text: string;
}

/** A fresh process that has answered its first call, a list of windows. */
export interface Started {
  look(processId: number): Promise<Look>;
  /** Presses an element that the last look told. */
  click(name: string): Promise<void>;
  end(): Promise<void>;
}

export interface Contestant {
  readonly name: string;
  readonly start: () => Promise<Started>;
}

/** Milliseconds. */
const answersWithin = 30_000;
const folder = join('bench', 'score', 'peers');

export const contestants: readonly Contestant[] = [
  { name: ours, start: startOurs },
  { name: 'cua-driver', start: () => startLines(process.execPath, [join('bench', 'linux', 'peers', 'cua.mjs')]) },
  { name: 'dogtail', start: () => startLines(python, [join(folder, 'accessible.py'), 'dogtail']) },
  { name: 'pyatspi', start: () => startLines(python, [join(folder, 'accessible.py'), 'pyatspi']) },
];

async function startOurs(): Promise<Started> {
  const settings = mkdtempSync(join(tmpdir(), 'deskscope-score-settings-'));
  const env = { ...process.env, XDG_CONFIG_HOME: settings } as Record<string, string>;
  const args = ['bin/deskscope.cjs', 'mcp', '--stdio', '--allow', 'all'];
  const client = new Client({ name: 'score', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  const call = async (name: string, input: object) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...input } });
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    if (isError) throw new Error(text);
    return text;
  };
  await call('list_windows', {});
  let window = '';
  return {
    async look(processId) {
      window = String(processId);
      const text = await call('snapshot', { window, all: true });
      return { elements: text.match(/^ *\[e\d+\]/gmu)?.length ?? 0, text };
    },
    click: async (name) => void (await call('click_element', { window, name })),
    async end() {
      await client.close();
      await rm(settings, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** @throws Error if the process ends before it has answered */
async function startLines(command: string, args: readonly string[]): Promise<Started> {
  const child = startChild(command, [...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const lines = createInterface(child.stdout ?? process.stdin)[Symbol.asyncIterator]();
  const answer = async () => {
    const line = await Promise.race([lines.next(), sleep(answersWithin, null, { ref: false })]);
    if (!line || line.done)
      throw new Error(`${command} ${args.join(' ')} did not answer: ${complaints.trim().slice(-300)}`);
    return JSON.parse(line.value) as Look;
  };
  const ask = (order: string, argument: string | number) => {
    child.stdin?.write(`${JSON.stringify([order, argument])}\n`);
    return answer();
  };
  await answer();
  return {
    look: (processId) => ask('look', processId),
    click: async (name) => void (await ask('click', name)),
    end: () => endChild(child),
  };
}
