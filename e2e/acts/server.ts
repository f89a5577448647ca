import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { endChild, startChild } from '../../scripts/lib/children.mjs';
import type { Recording } from '../../src-preload/contract/model/recordings/recording.ts';

const cli = resolve(import.meta.dirname, '../../bin/deskscope.cjs');
const startsWithin = 30_000;

/** Outcome of a call, as reported to the caller. */
export interface Answer {
  readonly ok: boolean;
  readonly text: string;
  /** For a failure: whether the action may have reached its target; `unsaid` if not stated. */
  readonly delivery: 'not_delivered' | 'delivered' | 'unknown' | 'unsaid';
  readonly ms: number;
}

/** The built `deskscope mcp`, over HTTP, with a connected agent; and `deskscope replay`. */
export interface Door {
  call(tool: string, input: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** Like an exported script. */
  step(tool: string, input: Readonly<Record<string, unknown>>): Promise<Answer>;
  replay(recording: Recording): Promise<Answer>;
  close(): Promise<void>;
}

export async function openDoor(): Promise<Door> {
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-acts-door-'));
  const env = { ...process.env, XDG_CONFIG_HOME: folder, LC_ALL: 'C.UTF-8' };
  const args = [cli, 'mcp', '--http', '--port', '0', '--json', '--allow', 'all'];
  const server = startChild(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  if (!server.stdout) throw new Error('The server has no output.');
  const { url, token } = await firstDocument(server.stdout);
  const connect = async (address: string) => {
    const client = new Client({ name: 'acts', version: '1' });
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
    return client;
  };
  const [agent, script] = [await connect(url), await connect(`${url}/steps`)];
  return {
    call: (tool, input) => callTool(agent, tool, input),
    step: (tool, input) => callTool(script, tool, input),
    replay: (recording) => replay(recording, folder, env),
    async close() {
      await agent.close();
      await script.close();
      await endChild(server);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function firstDocument(output: NodeJS.ReadableStream): Promise<{ url: string; token: string }> {
  let text = '';
  const signal = AbortSignal.timeout(startsWithin);
  while (!text.includes('\n')) text += String((await once(output, 'data', { signal }))[0]);
  return JSON.parse(text) as { url: string; token: string };
}

async function callTool(client: Client, name: string, input: Readonly<Record<string, unknown>>): Promise<Answer> {
  const began = performance.now();
  const result = await client.callTool({ name, arguments: { ...input } });
  const ms = performance.now() - began;
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  const ok = result.isError !== true;
  return { ok, text, ms, delivery: ok ? 'delivered' : deliveryIn(text) };
}

/** The last line of a failure's text: the code, and the outcome. */
function deliveryIn(text: string): Answer['delivery'] {
  const outcome = /\(\w+, (not delivered|delivered|[^)]*unknown[^)]*|may[^)]*)\)\s*$/.exec(text)?.[1];
  if (outcome === 'not delivered') return 'not_delivered';
  if (outcome === 'delivered') return 'delivered';
  return outcome === undefined ? 'unsaid' : 'unknown';
}

async function replay(recording: Recording, folder: string, env: NodeJS.ProcessEnv): Promise<Answer> {
  const file = join(folder, 'recording.json');
  writeFileSync(file, JSON.stringify(recording));
  const began = performance.now();
  const child = spawn(process.execPath, [cli, '--json', 'replay', file, '--timeout', '1500'], { env, stdio: 'pipe' });
  let text = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (part: string) => (text += part));
  const [code] = (await once(child, 'close')) as [number | null];
  const ms = performance.now() - began;
  const outcome = /"delivery": ?"(\w+)"/.exec(text)?.[1] as Answer['delivery'] | undefined;
  return { ok: code === 0, text: text.trim(), ms, delivery: code === 0 ? 'delivered' : (outcome ?? 'unsaid') };
}
