import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAlive } from '../../base/processes/is-alive.ts';
import { openTrace } from '../../runs/trace/trace-reader.ts';
import { bundleEntry, type BuiltEntry } from '../../../scripts/lib/bundle.mjs';

let entry: BuiltEntry;
beforeAll(async () => {
  entry = await bundleEntry('src-main/mcp/testing/stdio-entry.ts');
}, 60_000);
afterAll(() => entry.remove());

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-trace-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const calculator = { app: 'calculator' };

async function connect(mode: 'legacy' | 'auto'): Promise<{ client: Client; transport: StdioClientTransport }> {
  const client = new Client({ name: 'stdio-client', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport({ command: process.execPath, args: [entry.path, folder] });
  await client.connect(transport);
  return { client, transport };
}

describe.each(['legacy', 'auto'] as const)('over stdio (%s)', (mode) => {
  it('lists and calls, and ends with its input', async () => {
    const { client, transport } = await connect(mode);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toContain('click_input');
    for (const name of ['7', '×', '6', '=']) {
      const arguments_ = { selector: `role=Button name="${name}"`, window: calculator };
      expect((await client.callTool({ name: 'click_input', arguments: arguments_ })).isError).toBeUndefined();
    }
    const display = { selector: 'id="display"', window: calculator };
    const texts = await client.callTool({ name: 'texts', arguments: display });
    expect(texts.structuredContent).toEqual({ result: ['Display', '42'] });
    const pid = transport.pid!;
    await client.close();
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5_000 });
  }, 30_000);
});

it('a killed server leaves every line before, and what it was doing', async () => {
  const { client, transport } = await connect('legacy');
  for (const text of ['one', 'two']) await client.callTool({ name: 'summary', arguments: { text } });
  const hanging = client.callTool({ name: 'wait', arguments: { seconds: 60 } }).catch(() => 'killed');
  await vi.waitFor(async () => expect((await read()).events.at(-1)).toMatchObject({ tool: 'action::wait' }));
  process.kill(transport.pid!, 'SIGKILL');
  expect(await hanging).toBe('killed');
  const { events, damaged, complete } = await read();
  expect(events.map((event) => event.type)).toEqual(['start', 'before', 'after', 'before', 'after', 'before']);
  expect({ damaged, complete }).toEqual({ damaged: 0, complete: false });
}, 30_000);

async function read() {
  const trace = await openTrace(folder);
  const { damaged, complete } = trace;
  const events = await trace.events();
  await trace.close();
  return { events, damaged, complete };
}

it.each([
  ['nested too deep', `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  [
    'of many millions of letters',
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"${'a'.repeat(20_000_000)}"}}`,
  ],
  [
    'as long, and says its id last',
    `{"method":"ping","params":{"a":"${'a'.repeat(20_000_000)}"},"jsonrpc":"2.0","id":1}`,
  ],
])(
  'answers a line that is %s, and goes on',
  async (_, line) => {
    const child = spawn(process.execPath, [entry.path, folder], { stdio: ['pipe', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdin.write(`${line}\n`);
    await vi.waitFor(() => expect(output).toContain('"id":1,"error":{"code":-32600'), { timeout: 20_000 });
    const clientInfo = { name: 'raw', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'initialize', params })}\n`);
    await vi.waitFor(() => expect(output).toContain('"id":2'), { timeout: 20_000 });
    child.stdin.end();
    await once(child, 'exit');
  },
  60_000,
);

it('writes nothing but the protocol to its output', async () => {
  const child = spawn(process.execPath, [entry.path], { stdio: ['pipe', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stdin.write('not json\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await vi.waitFor(() => expect(output).toContain('"id":1'), { timeout: 5_000 });
  child.stdin.end();
  await once(child, 'exit');
  for (const line of output.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
}, 30_000);
