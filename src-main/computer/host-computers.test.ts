import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../base/log.ts';
import { isAlive } from '../base/processes/is-alive.ts';
import { eras, readToken, token, type Era } from '../mcp/testing/http-bench.ts';
import { serveHttp, type HttpServing } from '../mcp/transports/http.ts';
import type { CallEnd } from '../tools/observer.ts';
import { createBench, type Bench } from '../tools/testing/run-tools.ts';
import { hostComputers, type HostPlace } from './host-computers.ts';
import { allowServers } from './config/starts.ts';
import { openComputers, type Computers } from './open-computers.ts';

const tiny = path.resolve(import.meta.dirname, 'testing/tiny-server.cjs');
const own = `{ namespace: Tiny, type: stdio, command: '${process.execPath}', start_args: ['${tiny}'], reset: true, effect: observe }`;
const config = `
HostAgent:
  default:
    data_collection: [{ namespace: UICollector, type: local }]
    action: [{ namespace: HostUIExecutor, type: local }, ${own}]
AppAgent:
  default:
    action: [{ namespace: AppUIExecutor, type: local }]
`;

let folder: string;
let bench: Bench;
let computers: Computers;
let serving: HttpServing;
let ends: CallEnd[];
let clients: Client[];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-host-'));
  ends = [];
  clients = [];
  bench = await createBench({
    policyMode: 'act',
    observers: [{ before: () => undefined, after: (end) => void ends.push(end) }],
  });
});
afterEach(async () => {
  for (const client of clients) await client.close();
  await serving.close();
  await computers.close();
  await bench.close();
  rmSync(folder, { recursive: true });
});

const file = () => path.join(folder, 'mcp.yaml');

async function serve(place: HostPlace = {}): Promise<void> {
  writeFileSync(file(), config);
  const parts = { runner: bench.runner, version: '0.0.0', log: silentLog };
  computers = await openComputers({ file: file(), variables: {}, mayStart: allowServers, ...parts });
  const scope = { shown: [], callable: [], host: hostComputers(computers, place) };
  serving = await serveHttp({ ...parts, scope, token, readToken, port: 0 });
}

async function connect(name: string, era: Era = 'legacy', bearer = token): Promise<Client> {
  const client = new Client(
    { name, version: '1' },
    { versionNegotiation: { mode: era === 'modern' ? 'auto' : 'legacy' } },
  );
  const requestInit = { headers: { Authorization: `Bearer ${bearer}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(serving.url), { requestInit }));
  clients.push(client);
  return client;
}

async function leave(client: Client): Promise<void> {
  await (client.transport as StreamableHTTPClientTransport).terminateSession();
  await client.close();
}

const names = async (client: Client) => (await client.listTools()).tools.map((tool) => tool.name);

async function call(client: Client, name: string, parameters: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: parameters });
  return { text: content.map((part) => (part.type === 'text' ? part.text : part.type)).join(''), isError };
}

async function selectCalculator(client: Client): Promise<void> {
  const { structuredContent } = await client.callTool({ name: 'get_desktop_app_info', arguments: {} });
  const { result } = structuredContent as { result: { id: string; name: string }[] };
  const { id, name } = result.find((window) => window.name === 'Calculator')!;
  expect((await call(client, 'select_application_window', { id, name })).isError).toBeFalsy();
}

describe.each(eras)('a client of the %s era', (era) => {
  it('is the agent that it calls itself, and one that nobody configured has what any agent has', async () => {
    await serve();
    const host = await connect('HostAgent', era);
    const anyone = await connect('some-client', era);
    expect(await names(host)).toEqual(expect.arrayContaining(['select_application_window', 'pid', 'list_tools']));
    expect(await names(host)).not.toContain('click_input');
    expect(await names(anyone)).toEqual(expect.arrayContaining(['select_application_window', 'click_input', 'ping']));
    expect(new Set(await names(anyone)).size).toBe((await names(anyone)).length);
    expect(await call(anyone, 'ping')).toMatchObject({ text: 'pong' });
    expect((await call(anyone, 'capture_desktop_screenshot')).text).toContain('image');
    expect(await call(host, 'click_input')).toMatchObject({ isError: true });
    const { caller, error } = ends.pop()!;
    expect([caller.name, error?.code]).toEqual(['HostAgent', 'not_found']);
    expect(ends.map(({ caller, tool }) => `${caller.name} ${tool}`)).toEqual([
      'some-client data_collection::ping',
      'some-client data_collection::capture_desktop_screenshot',
    ]);
  });

  it('has windows and servers of its own', async () => {
    await serve();
    const [one, other] = [await connect('one', era), await connect('other', era)];
    await selectCalculator(one);
    expect((await call(one, 'get_ui_tree')).isError).toBeFalsy();
    expect(await call(other, 'get_ui_tree')).toMatchObject({ isError: true });
    expect((await call(one, 'pid')).text).not.toBe((await call(other, 'pid')).text);
    expect(await call(one, 'count')).toMatchObject({ text: '1' });
    expect(await call(one, 'count')).toMatchObject({ text: '2' });
  });

  it('that may only look is given nothing else', async () => {
    await serve();
    const reader = await connect('HostAgent', era, readToken);
    expect(await names(reader)).toContain('get_ui_tree');
    expect(await names(reader)).not.toContain('select_application_window');
    expect(await call(reader, 'select_application_window', { id: '1', name: 'Calculator' })).toMatchObject({
      isError: true,
    });
  });

  it('gets the tools of a changed file', async () => {
    await serve({ agent: 'AppAgent' });
    const client = await connect('some-client', era);
    expect(await names(client)).not.toContain('get_ui_tree');
    writeFileSync(file(), config.replace('AppUIExecutor', 'UICollector'));
    await vi.waitFor(async () => expect(await names(client)).toContain('get_ui_tree'), { timeout: 5_000 });
  });
});

it.each(eras)('of two servers with tools of one name finds both, of whatever type, in the %s era', async (era) => {
  const server = (namespace: string) => own.replace('Tiny', namespace);
  const groups = [
    `action: [${server('S1')}, ${server('S2')}]`,
    `data_collection: [${server('S1')}], action: [${server('S2')}]`,
  ];
  await serve({ agent: 'AppAgent' });
  const client = await connect('some-client', era);
  for (const group of groups) {
    writeFileSync(file(), `AppAgent: { default: { ${group} } }`);
    await vi.waitFor(async () => expect(await names(client)).toContain('S2.pid'), { timeout: 5_000 });
    expect(await names(client)).toContain('pid');
    const [bare, first, second] = await Promise.all(['pid', 'S1.pid', 'S2.pid'].map((name) => call(client, name)));
    expect(bare).toEqual(first);
    expect(Number(first!.text)).toBeGreaterThan(0);
    expect(Number(second!.text)).toBeGreaterThan(0);
    expect(second!.text).not.toBe(first!.text);
    writeFileSync(file(), config);
    await vi.waitFor(async () => expect(await names(client)).not.toContain('S2.pid'), { timeout: 5_000 });
  }
});

it('finds nothing of before when it comes back, and its programs have ended', async () => {
  await serve();
  const before = await connect('HostAgent');
  await selectCalculator(before);
  const pid = Number((await call(before, 'pid')).text);
  await leave(before);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5_000 });
  const after = await connect('HostAgent');
  expect((await call(after, 'get_ui_tree')).text).toContain('No window is selected');
  expect(await call(after, 'count')).toMatchObject({ text: '1' });
});

it('of the modern era is forgotten with all it had when it is disconnected', async () => {
  await serve();
  const client = await connect('HostAgent', 'modern');
  const pid = Number((await call(client, 'pid')).text);
  expect(serving.disconnect('2026 HostAgent')).toBe(true);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5_000 });
});

it('receives why its agent has no tools', async () => {
  await serve({ agent: 'AppAgent' });
  writeFileSync(file(), 'AppAgent: { WINWORD.EXE: { action: [] } }');
  const client = await connect('some-client');
  const why = 'Agent configuration for root_name=default not found for agent_name=AppAgent.';
  await vi.waitFor(() => expect(names(client)).rejects.toThrow(why), { timeout: 5_000 });
  expect((await call(client, 'ping')).text).toContain(why);
});
