import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { slowTool } from '../../tools/testing/slow-tool.ts';
import { agentTools, allTools } from '../../tools/registry.ts';
import { createHttpBench, eras, type HttpBench } from '../testing/http-bench.ts';

const own = 'own-token-of-a-client-0123456789';
let bench: HttpBench;
let tokens: ReadonlyMap<string, string>;
let aborted = 0;
const slow = slowTool(() => aborted++);
const scope = { shown: [...agentTools, slow], callable: [...agentTools, slow] };
beforeEach(async () => {
  tokens = new Map([[own, 'codex']]);
  aborted = 0;
  bench = await createHttpBench({ tools: [...allTools, slow], http: { scope, clientTokens: () => tokens } });
});
afterEach(() => bench.close());

const takenBack: readonly (readonly [string, () => ReadonlyMap<string, string>])[] = [
  ['taken back', () => new Map()],
  ['recreated', () => new Map([[`${own}-2`, 'codex']])],
];

describe.each(eras)('a client of the %s era whose token is', (era) => {
  it.each(takenBack)('%s loses its session and its call at once; others keep theirs', async (_, next) => {
    const client = await bench.connect(era, 'mine', '/mcp', own);
    const other = await bench.connect(era, 'other');
    await other.listTools();
    let started = () => {};
    const running = new Promise<void>((resolve) => (started = resolve));
    const call = client
      .callTool({ name: 'slow', arguments: { stepMs: 500 } }, { onprogress: () => started() })
      .then(() => 'answered', String);
    await running;
    tokens = next();
    await vi.waitFor(() => expect(aborted).toBe(1), { timeout: 2_000 });
    void call;
    expect(bench.serving.clients().map(({ name }) => name)).toEqual(['other']);
    await expect(client.listTools(undefined, { cacheMode: 'refresh' })).rejects.toThrow();
    expect((await other.listTools()).tools.length).toBeGreaterThan(0);
  });
});

it('an open event stream ends as the token is taken back', async () => {
  const headers = { Authorization: `Bearer ${own}`, Accept: 'application/json, text/event-stream' };
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  };
  const answer = await fetch(bench.serving.url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(initialize),
  });
  await answer.text();
  const session = { 'Mcp-Session-Id': answer.headers.get('mcp-session-id') ?? '' };
  const stream = await fetch(bench.serving.url, { headers: { ...headers, ...session, Accept: 'text/event-stream' } });
  expect(stream.status).toBe(200);
  const ended = stream.text().then(
    () => 'ended',
    () => 'ended',
  );
  tokens = new Map();
  expect(await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2_000, 'open'))])).toBe('ended');
});
