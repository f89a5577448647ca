import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { sleep } from '../../base/async/deadline.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { agentTools, allTools } from '../../tools/registry.ts';
import { createHttpBench, eras, token, type HttpBench } from '../testing/http-bench.ts';
import { initialize, openSession, rawCall, rawHeaders } from '../testing/raw-call.ts';

const underWay = new Set<string>();
let ended = 0;
let release = (): void => undefined;
let released = Promise.resolve();
const hold = defineTool({
  name: 'hold',
  namespace: 'Test',
  type: 'action',
  effect: 'observe',
  title: 'Hold',
  description: 'Holds until it is told to go on.',
  input: z.object({ name: z.string() }),
  async run({ signal }, { name }) {
    underWay.add(name);
    signal.addEventListener('abort', () => ended++);
    await Promise.race([released, sleep(60_000, signal)]).finally(() => underWay.delete(name));
    return { text: `held ${name}`, data: { name } };
  },
});

const [tools, scope] = [[...allTools, hold], { shown: [...agentTools, hold], callable: [...agentTools, hold] }];
let bench: HttpBench;
beforeEach(async () => {
  ended = 0;
  released = new Promise((resolve) => (release = resolve));
  bench = await createHttpBench({ tools, http: { scope }, settings: { callsAtOnce: 200, callsPerSecond: 1_000 } });
});
afterEach(() => bench.close());

describe.each(eras)('a client of the %s era', (era) => {
  it('learns which argument is wrong, and what it should be', async () => {
    const client = await bench.connect(era);
    const wrong = async (name: string, args: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: args });
      expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'invalid_parameter' } } });
      return (result.content as { text: string }[])[0]!.text;
    };
    expect(await wrong('wait', { seconds: 'soon' })).toContain('“seconds”');
    expect(await wrong('wait', { seconds: [1, 2] })).toContain('“seconds”');
    expect(await wrong('wait', { second: 1 })).toContain('there is no argument “second”');
    expect(await wrong('click_input', { id: '1', name: 'x', button: 'middel' })).toContain('“button”');
  });

  it('makes a hundred calls at once, and each gets its own answer', async () => {
    const client = await bench.connect(era);
    const names = Array.from({ length: 100 }, (_, i) => `call ${i}`);
    const calls = names.map((name) => client.callTool({ name: 'hold', arguments: { name } }));
    await vi.waitFor(() => expect(underWay.size).toBe(100), soon);
    release();
    const results = await Promise.all(calls);
    expect(results.map(({ structuredContent }) => structuredContent)).toEqual(names.map((name) => ({ name })));
  }, 60_000);

  it('whose connection ends in the middle of a call ends that call, and no other', async () => {
    const other = await bench.connect(era, 'other');
    const held = other.callTool({ name: 'hold', arguments: { name: 'other' } });
    const { headers, body } = await rawCall(era, bench.serving.url, 'hold', { name: 'gone' });
    const call = request(bench.serving.url, { method: 'POST', headers }).on('error', () => undefined);
    call.end(body);
    await vi.waitFor(() => expect(underWay.size).toBe(2), soon);
    call.destroy();
    await vi.waitFor(() => expect({ ended, left: [...underWay] }).toEqual({ ended: 1, left: ['other'] }), soon);
    release();
    expect((await held).structuredContent).toEqual({ name: 'other' });
  }, 60_000);
});

describe('refused, with a reason', () => {
  it.each([{}, 42, 'ping', null, { jsonrpc: '1.0', id: 1, method: 'ping' }, { jsonrpc: '2.0', id: 1 }])(
    'JSON that is no JSON-RPC: %j',
    async (body) => {
      const session = await openSession(bench.serving.url);
      for (const more of [{}, { 'Mcp-Session-Id': session }]) {
        const refused = {
          status: 400,
          code: -32_600,
          message: expect.stringContaining('not a valid JSON-RPC message') as unknown,
        };
        expect(await post(body, more)).toMatchObject(refused);
      }
    },
  );

  it('a batch that is empty, too long, without a session, or opens two', async () => {
    const more = { 'Mcp-Session-Id': await openSession(bench.serving.url) };
    expect(await post([], more)).toMatchObject({ status: 400, code: -32_600 });
    const many = Array.from({ length: 10_000 }, (_, id) => ({ ...ping, id }));
    expect(await post(many, more)).toMatchObject({ status: 400, message: expect.stringContaining('100') as unknown });
    expect(await post([ping, ping])).toMatchObject({
      status: 400,
      message: expect.stringContaining('Mcp-Session-Id') as unknown,
    });
    expect(await post([initialize, initialize])).toMatchObject({ status: 400, code: -32_600 });
  });

  it('a session that is not there, whatever is asked of it', async () => {
    for (const method of ['POST', 'GET', 'DELETE']) {
      const refused = await send({ method, headers: { ...rawHeaders, 'Mcp-Session-Id': 'nobody' } }, ping);
      expect(refused).toMatchObject({ status: 404, message: 'Session not found: initialise again.' });
    }
    expect(await send({ method: 'DELETE', headers: rawHeaders })).toMatchObject({ status: 400 });
    expect(await send({ method: 'PUT', headers: rawHeaders })).toMatchObject({ status: 400 });
  });

  it('a session more than there may be, while all are in use', async () => {
    await bench.close();
    bench = await createHttpBench({ tools, http: { scope, sessionLimit: 3 } });
    const clients = await Promise.all(['a', 'b', 'c'].map((name) => bench.connect('legacy', name)));
    const calls = clients.map((client, i) => client.callTool({ name: 'hold', arguments: { name: String(i) } }));
    await vi.waitFor(() => expect(underWay.size).toBe(3), soon);
    expect(await post(initialize)).toMatchObject({ status: 503, message: 'All 3 sessions are in use.' });
    release();
    await Promise.all(calls);
  }, 60_000);

  it.each([
    ['its headers', 'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Never: '],
    [
      'its body',
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nContent-Length: 99\r\n\r\n{`,
    ],
  ])(
    'a client that never ends %s',
    async (_, sent) => {
      await bench.close();
      bench = await createHttpBench({ http: { receiveMs: 400 } });
      const socket = connect(bench.serving.port, '127.0.0.1');
      // One byte now and then: the limit applies to the whole request.
      const drip = setInterval(() => socket.write(' '), 50);
      socket.write(sent);
      const answer = await receivedBy(socket);
      clearInterval(drip);
      // On Windows the byte after it may take the answer back that is on its way; the connection ends in any case.
      if (answer !== '' || process.platform !== 'win32') expect(answer).toContain('408 Request Timeout');
    },
    60_000,
  );
});

it('five hundred sessions later, the oldest are gone and the newest work', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 500; i++) ids.push(await openSession(bench.serving.url));
  const statuses = await Promise.all(ids.map(async (id) => (await post(ping, { 'Mcp-Session-Id': id })).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(64);
  expect(statuses.lastIndexOf(404)).toBe(500 - 64 - 1);
}, 120_000);

/** Until the connection ends, even if it is reset. */
function receivedBy(socket: Socket): Promise<string> {
  let received = '';
  socket.setEncoding('utf8').on('data', (part: string) => (received += part));
  socket.on('error', () => undefined);
  return new Promise((resolve) => socket.once('close', () => resolve(received)));
}

const soon = { timeout: 20_000, interval: 5 };
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

function post(body: unknown, more: Record<string, string> = {}): Promise<Refusal> {
  return send({ method: 'POST', headers: { ...rawHeaders, ...more } }, body);
}

interface Refusal {
  readonly status: number;
  readonly code?: unknown;
  readonly message?: unknown;
}

/** The answer's status, and the error in it where it is JSON. */
async function send(init: RequestInit, body?: unknown): Promise<Refusal> {
  const answer = await fetch(bench.serving.url, {
    ...init,
    ...(init.method === 'POST' && { body: JSON.stringify(body) }),
  });
  const reported = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, ...(isJson && (JSON.parse(reported) as { error?: object }).error) };
}
