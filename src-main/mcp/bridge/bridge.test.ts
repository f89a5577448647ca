import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAlive } from '../../base/processes/is-alive.ts';
import { buildBundle, type bundleManifest } from '../../setup/clients/bundle.ts';
import { endpointFile, removeEndpoint, writeEndpoint } from '../../setup/clients/endpoint.ts';
import { agentTools, allTools } from '../../tools/registry.ts';
import { bundleEntry } from '../../../scripts/lib/bundle.mjs';
import { createHttpBench, token, type HttpBench } from '../testing/http-bench.ts';
import { slowTool } from '../../tools/testing/slow-tool.ts';
import { serveHttp, type HttpServing } from '../transports/http.ts';

let unpacked: string;
let program: { readonly command: string; readonly args: string[] };
let profile: string;

/** The bundle as a client unpacks and starts it. */
beforeAll(async () => {
  unpacked = mkdtempSync(path.join(tmpdir(), 'deskscope-bundle-'));
  profile = mkdtempSync(path.join(tmpdir(), 'deskscope-profile-'));
  const built = await bundleEntry('src-main/mcp/bridge/main.ts');
  const bridge = readFileSync(built.path);
  await built.remove();
  const bundle = buildBundle({ bridge, version: '1.2.3', endpointFile: endpointFile(profile) });
  for (const [name, content] of Object.entries(unzipSync(bundle))) {
    mkdirSync(path.dirname(path.join(unpacked, name)), { recursive: true });
    writeFileSync(path.join(unpacked, name), content);
  }
  const text = readFileSync(path.join(unpacked, 'manifest.json'), 'utf8');
  const { server } = JSON.parse(text) as ReturnType<typeof bundleManifest>;
  expect(server.mcp_config.command).toBe('node');
  program = {
    command: process.execPath,
    args: server.mcp_config.args.map((argument) => argument.replace('${__dirname}', unpacked)),
  };
}, 60_000);
afterAll(() => {
  for (const folder of [unpacked, profile]) rmSync(folder, { recursive: true });
});

let aborted = 0;
const slow = slowTool(() => aborted++);
const scope = { shown: [...agentTools, slow], callable: [...agentTools, slow] };
let bench: HttpBench;
const open: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  aborted = 0;
  bench = await createHttpBench({ tools: [...allTools, slow], http: { scope } });
  await writeEndpoint(profile, { url: bench.serving.url, token: 'the-app’s-own-is-not-for-bundles' });
  give({ bundle: token });
});
/** To clients, by their ids. */
const give = (tokens: Readonly<Record<string, string>>) =>
  writeFileSync(path.join(profile, 'client-tokens.json'), JSON.stringify({ version: 1, tokens }));
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  await bench.close();
});

async function connect(mode: 'legacy' | 'auto') {
  const client = new Client({ name: 'desktop-client', version: '9' }, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport(program);
  await client.connect(transport);
  open.push(client);
  return { client, transport };
}

async function serveAgain(): Promise<HttpServing> {
  const again = await serveHttp({ runner: bench.runner, version: '0', log: () => undefined, token, port: 0, scope });
  open.push(again);
  await writeEndpoint(profile, { url: again.url, token });
  return again;
}

const isGone = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });

describe.each(['legacy', 'auto'] as const)('the bridge, for a client that speaks %s', (mode) => {
  it('lists, calls, reports progress, and ends with its input', async () => {
    const { client, transport } = await connect(mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25');
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('click_input');
    const steps: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => void steps.push(progress);
    const done = await client.callTool({ name: 'slow', arguments: { stepMs: 5 } }, { onprogress });
    expect(done).toMatchObject({ content: [{ type: 'text', text: 'done' }] });
    expect(steps.length).toBeGreaterThan(5);
    const era = mode === 'auto' ? '2026' : '2025';
    expect(bench.serving.clients()).toMatchObject([{ name: 'desktop-client', version: '9', era, calls: 1 }]);
    const pid = transport.pid!;
    await client.close();
    await isGone(pid);
  }, 30_000);

  it('passes a cancellation on until the tool stops', async () => {
    const { client } = await connect(mode);
    const abort = new AbortController();
    const call = client.callTool(
      { name: 'slow', arguments: { stepMs: 500 } },
      { signal: abort.signal, onprogress: () => abort.abort() },
    );
    await expect(call).rejects.toThrow();
    await vi.waitFor(() => expect(aborted).toBe(1), { timeout: 5_000 });
  }, 30_000);

  it('reports when the app ends in the middle, and goes on with the next one on another port', async () => {
    const { client } = await connect(mode);
    let started = () => {};
    const running = new Promise<void>((resolve) => (started = resolve));
    const hanging = client
      .callTool({ name: 'slow', arguments: { stepMs: 500 } }, { onprogress: () => started() })
      .then(() => 'answered', String);
    await running;
    await bench.serving.close();
    expect(await hanging).toContain('ended while this was under way');
    await expect(client.listTools(undefined, { cacheMode: 'refresh' })).rejects.toThrow(/not running/);
    const again = await serveAgain();
    const named = await client.callTool({ name: 'wait', arguments: { seconds: 0 } });
    expect(named.isError).toBeUndefined();
    expect(again.clients()).toMatchObject([{ name: 'desktop-client', calls: 1 }]);
  }, 30_000);
});

it('the client is reported where the app is not running, and the bridge waits for it', async () => {
  await removeEndpoint(profile);
  const child = spawn(program.command, program.args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  };
  child.stdin.write(`${JSON.stringify(initialize)}\nnot json\n`);
  await vi.waitFor(() => expect(output.split('\n').length).toBe(3), { timeout: 10_000 });
  const messages = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  const notRunning: unknown = expect.stringContaining('not running');
  expect(messages).toContainEqual({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: notRunning } });
  expect(messages).toContainEqual(expect.objectContaining({ id: null }));
  await writeEndpoint(profile, { url: bench.serving.url, token });
  child.stdin.write(`${JSON.stringify({ ...initialize, id: 2 })}\n`);
  await vi.waitFor(() => expect(output).toContain('"result":{'), { timeout: 10_000 });
  child.stdin.end();
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
}, 30_000);

it('of a client with a token of its own uses that one, and nothing once it was taken back', async () => {
  const own = 'own-token-of-the-bundle-0123456789';
  const file = path.join(profile, 'client-tokens.json');
  const tokens = () => new Map(existsSync(file) ? [[own, 'bundle']] : []);
  await bench.close();
  bench = await createHttpBench({ http: { clientTokens: tokens } });
  await writeEndpoint(profile, {
    url: bench.serving.url,
    token: 'a-full-token-that-opens-nothing',
    clientTokens: true,
  });
  give({ bundle: own });
  const client = new Client({ name: 'desktop-client', version: '9' });
  await client.connect(new StdioClientTransport(program));
  open.push(client);
  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
  rmSync(file);
  await vi.waitFor(() => expect(bench.serving.clients()).toEqual([]), { timeout: 3_000 });
  await expect(client.listTools(undefined, { cacheMode: 'refresh' })).rejects.toThrow(
    /no token for this client, or took it back/,
  );
}, 30_000);

it('a token that is not accepted is said so, and not repeated', async () => {
  give({ bundle: 'stale-token-0123' });
  const failed = await connect('legacy').catch((error: unknown) => String(error));
  expect(failed).toContain('does not accept the token');
  expect(failed).not.toContain('stale-token');
}, 30_000);
