import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sleep } from '../../base/async/deadline.ts';
import { createCallLimits } from '../../permissions/call-limits.ts';
import { agentTools, allTools, scopeOf, toolSets } from '../../tools/registry.ts';
import { createHttpBench, eras, readToken, token, type HttpBench } from '../testing/http-bench.ts';
import { slowTool } from '../../tools/testing/slow-tool.ts';
import { serveHttp } from './http.ts';

let aborted = 0;
const slow = slowTool(() => aborted++);

const scope = scopeOf(['ufo']);
let bench: HttpBench;
beforeEach(async () => {
  aborted = 0;
  bench = await createHttpBench({
    tools: [...allTools, slow],
    http: { scope: { shown: [...agentTools, slow], callable: [...agentTools, slow] } },
  });
});
afterEach(() => bench.close());

interface CallResult {
  readonly isError?: boolean;
  readonly content: { readonly type: string; readonly text?: string; readonly mimeType?: string }[];
  readonly structuredContent?: unknown;
}

describe.each(eras)('a client of the %s era', (era) => {
  it('lists tools with their annotations and schemas', async () => {
    const client = await bench.connect(era);
    expect(client.getNegotiatedProtocolVersion()).toBe(era === 'modern' ? '2026-07-28' : '2025-11-25');
    const { tools } = await client.listTools();
    expect(tools.find((tool) => tool.name === 'get_desktop_app_info')?.annotations).toEqual({
      title: 'List windows',
      readOnlyHint: true,
      openWorldHint: false,
    });
    const click = tools.find((tool) => tool.name === 'click_input')!;
    expect(click.icons).toBeUndefined();
    expect(client.getServerVersion()?.icons?.[0]?.src).toMatch(/^data:image\/png;base64,/);
    expect(click.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: false });
    expect(click.inputSchema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: { button: { enum: ['left', 'right', 'middle', 'back', 'forward', 'x'], default: 'left' } },
    });
    expect(tools.map((tool) => tool.name)).not.toContain('run_pattern');
  });

  it('selects a window, keeps its ids from call to call, and calculates', async () => {
    const client = await bench.connect(era);
    const call = async (name: string, parameters: Record<string, unknown> = {}) =>
      (await client.callTool({ name, arguments: parameters })) as CallResult;
    const { result: windows } = (await call('get_desktop_app_info')).structuredContent as {
      result: { id: string; name: string }[];
    };
    const { id } = windows.find((window) => window.name === 'Calculator')!;
    const selected = await call('select_application_window', { id, name: 'Calculator' });
    expect(selected.structuredContent).toMatchObject({ root_name: 'calculator', window_info: { annotation_id: id } });
    expect(JSON.parse(selected.content[0]!.text!)).toEqual(selected.structuredContent);
    const { result: controls } = (await call('get_app_window_controls_target_info')).structuredContent as {
      result: { id: string; name: string; type: string }[];
    };
    for (const name of ['7', '×', '6', '=']) {
      const button = controls.find((control) => control.name === name && control.type === 'Button')!;
      expect((await call('click_input', { id: button.id, name })).isError).toBeUndefined();
    }
    const texts = await call('texts', { selector: 'id="display"' });
    expect(texts.structuredContent).toEqual({ result: ['Display', '42'] });
    const shot = await call('capture_window_screenshot');
    expect(shot.content.map((part) => part.type)).toEqual(['text', 'image']);
    expect(shot.structuredContent).toBeUndefined();
  });

  it('gets errors as results, with code and hint', async () => {
    const client = await bench.connect(era);
    const result = (await client.callTool({ name: 'click_inptu', arguments: {} })) as CallResult;
    expect(result.isError).toBe(true);
    expect(result.content[0]!.text).toContain('Did you mean action::click_input?');
    expect(result.structuredContent).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  it('sees progress', async () => {
    const client = await bench.connect(era);
    const seen: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => void seen.push(progress);
    await client.callTool({ name: 'slow', arguments: {} }, { onprogress });
    expect(seen.length).toBeGreaterThan(10);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  it('cancels, and the tool stops', async () => {
    const client = await bench.connect(era);
    const abort = new AbortController();
    const call = client.callTool(
      { name: 'slow', arguments: {} },
      { signal: abort.signal, onprogress: () => abort.abort() },
    );
    await expect(call).rejects.toThrow();
    await vi.waitFor(() => expect(aborted).toBe(1), { timeout: 1_000 });
  });

  it('sees one set, or one namespace, at an address of its own', async () => {
    const names = async (path: string) => {
      const client = await bench.connect(era, `${era} at ${path}`, path);
      return { client, names: (await client.listTools()).tools.map((tool) => tool.name) };
    };
    expect((await names('/mcp/ufo')).names).toEqual(toolSets.ufo.map((tool) => tool.name));
    const { client, names: collecting } = await names('/mcp/UICollector');
    expect(collecting).toContain('get_ui_tree');
    expect(collecting).not.toContain('click_input');
    const refused = (await client.callTool({ name: 'wait', arguments: { seconds: 0 } })) as CallResult;
    expect(refused.structuredContent).toMatchObject({ error: { code: 'not_found' } });
  });

  it('cannot call what only our own window may', async () => {
    const client = await bench.connect(era);
    const refused = (await client.callTool({ name: 'run_pattern', arguments: {} })) as CallResult;
    expect(refused.structuredContent).toMatchObject({ error: { code: 'not_found' } });
  });

  it('sees and runs nothing but looking with the read-only token', async () => {
    const client = await bench.connect(era, 'reader', '/mcp', readToken);
    const names = (await client.listTools()).tools.map((tool) => tool.name);
    expect(names).toContain('get_desktop_app_info');
    expect(names).not.toContain('click_input');
    const looked = (await client.callTool({ name: 'get_desktop_app_info', arguments: {} })) as CallResult;
    expect(looked.isError).toBeUndefined();
    const acted = (await client.callTool({ name: 'click_input', arguments: { selector: 'name="7"' } })) as CallResult;
    expect(acted.structuredContent).toMatchObject({ error: { code: 'permission_denied', delivery: 'not_delivered' } });
    expect(acted.content[0]!.text).toContain('read-only');
  });

  it('of the read-only token changes nothing of what one of the full token selected, listed or called', async () => {
    await bench.close();
    bench = await createHttpBench({ policyMode: 'act' });
    const full = await bench.connect(era, 'twin');
    const reader = await bench.connect(era, 'twin', '/mcp', readToken);
    const list = async (client: typeof full) => {
      const result = await client.callTool({ name: 'get_desktop_app_info', arguments: {} });
      return (result.structuredContent as { result: { id: string; name: string }[] }).result;
    };
    const editor = (await list(full)).find(({ name }) => name.includes('Editor'))!;
    bench.fake.desktop.activate(bench.fake.desktop.windows.at(-1)!);
    await list(reader);
    const selected = await full.callTool({
      name: 'select_application_window',
      arguments: { id: editor.id, name: editor.name },
    });
    expect(selected.isError).toBeUndefined();
    const controls = { control_list: [{ id: '1', name: 'OK', rect: [0, 0, 9, 9] }] };
    const added = await reader.callTool({ name: 'add_control_list', arguments: controls });
    expect(added.structuredContent).toMatchObject({ error: { code: 'permission_denied' } });
    const calls = (await reader.callTool({ name: 'list_calls', arguments: {} })) as CallResult;
    expect(calls.content[0]!.text).not.toContain('select_application_window');
  });

  it('may make a hundred calls at once: each gets its result, or is refused with the reason', async () => {
    await bench.close();
    const observed: string[] = [];
    const observer = {
      before: () => undefined,
      after: ({ decidedBy }: { decidedBy: string }) => void observed.push(decidedBy),
    };
    const limits = createCallLimits(() => ({ callsPerSecond: 1_000, callsAtOnce: 8 }));
    bench = await createHttpBench({
      tools: [...allTools, slow],
      observers: [observer],
      limits,
      http: { scope: { shown: [...agentTools, slow], callable: [...agentTools, slow] } },
    });
    const client = await bench.connect(era);
    const calls = Array.from({ length: 100 }, () => client.callTool({ name: 'slow', arguments: {} }));
    const results = (await Promise.all(calls)) as CallResult[];
    const served = results.filter(({ isError }) => !isError);
    expect(served.length).toBeGreaterThanOrEqual(8);
    for (const { structuredContent } of results.filter(({ isError }) => isError)) {
      expect(structuredContent).toMatchObject({ error: { code: 'rate_limited', delivery: 'not_delivered' } });
    }
    expect(observed.filter((by) => by === 'the limit of calls')).toHaveLength(100 - served.length);
    expect(observed).toHaveLength(100);
    expect(((await client.callTool({ name: 'slow', arguments: {} })) as CallResult).isError).toBeUndefined();
  }, 30_000);

  it('is known by name while it is there', async () => {
    const client = await bench.connect(era, 'Ada');
    await client.callTool({ name: 'wait', arguments: { seconds: 0 } });
    const [ada, ...others] = bench.serving.clients();
    expect(others).toEqual([]);
    expect(ada).toMatchObject({ name: 'Ada', version: '1', era: era === 'modern' ? '2026' : '2025', calls: 1 });
    expect(ada!.lastCallAt).toBeGreaterThanOrEqual(ada!.since);
  });

  it('is known by the beginning of a name of millions of letters', async () => {
    const client = await bench.connect(era, 'N'.repeat(3_000_000));
    await client.callTool({ name: 'wait', arguments: { seconds: 0 } });
    const { content } = (await client.callTool({ name: 'list_calls', arguments: {} })) as CallResult;
    expect(bench.serving.clients()).toMatchObject([{ name: `${'N'.repeat(80)}…` }]);
    expect(content[0]?.text).toContain('wait');
  });

  it('is there from its first request, and can be shown the door in the middle of a call', async () => {
    const client = await bench.connect(era, 'Eve');
    const [eve] = bench.serving.clients();
    expect(eve).toMatchObject({ name: 'Eve', calls: 0, lastCallAt: null });
    const ended = client.callTool(
      { name: 'slow', arguments: {} },
      { onprogress: () => void bench.serving.disconnect(eve!.id), timeout: 10_000 },
    );
    const outcome = ended.then(
      () => 'answered',
      () => 'ended',
    );
    await vi.waitFor(() => expect(aborted).toBe(1), { timeout: 5_000 });
    expect(bench.serving.clients()).toEqual([]);
    expect(bench.serving.disconnect(eve!.id)).toBe(false);
    await client.close();
    expect(await outcome).toBe('ended');
  });
});

describe('the door', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  };
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
  const post = (more: Record<string, string>, body: unknown = initialize) =>
    fetch(bench.serving.url, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it('opens with the token only', async () => {
    expect((await post({})).status).toBe(200);
    for (const Authorization of ['', 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`]) {
      const answer = await post({ Authorization });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toContain('Bearer');
    }
  });

  it('does not open to other origins and hosts', async () => {
    expect((await post({ Origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ Origin: 'http://localhost:5173', Authorization: '' })).status).toBe(401);
    const { port } = bench.serving;
    const raw = await rawRequest(port, `POST /mcp HTTP/1.1\r\nHost: evil.example:${port}\r\nContent-Length: 0\r\n\r\n`);
    expect(raw).toContain('403');
  });

  it('refuses other paths, too much, and what is not JSON', async () => {
    expect((await fetch(bench.serving.url.replace('/mcp', '/'), { headers })).status).toBe(404);
    expect((await post({}, '{"jsonrpc":')).status).toBe(400);
    expect((await post({}, ' '.repeat(4 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await post({ 'Mcp-Session-Id': 'nobody' })).status).toBe(404);
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    for (const version of [{}, { 'Mcp-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call' }]) {
      const refused = await post(version, deep);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ error: { code: -32_600 } });
    }
    expect((await fetch(bench.serving.url, { headers })).status).toBe(400);
  });

  const open = async () => {
    const answer = await post({});
    await answer.text();
    return answer.headers.get('mcp-session-id')!;
  };
  it('lets no other token use a session', async () => {
    const id = await open();
    const ask = (with_: string) => post({ 'Mcp-Session-Id': id, Authorization: `Bearer ${with_}` });
    expect((await ask(readToken)).status).toBe(404);
    expect((await ask(token)).status).not.toBe(404);
  });

  const alive = async (id: string) => {
    const answer = await post({ 'Mcp-Session-Id': id }, { jsonrpc: '2.0', id: 2, method: 'ping' });
    await answer.text();
    return answer.status === 200;
  };

  it('ends sessions: on request, and the oldest when there are too many', async () => {
    await bench.close();
    bench = await createHttpBench({ http: { sessionLimit: 2 } });
    const first = await open();
    await fetch(bench.serving.url, { method: 'DELETE', headers: { ...headers, 'Mcp-Session-Id': first } });
    expect(await alive(first)).toBe(false);
    const [oldest, second, third] = [await open(), await open(), await open()];
    expect(await alive(oldest)).toBe(false);
    expect(await alive(second)).toBe(true);
    expect(await alive(third)).toBe(true);
  });

  it('ends sessions when they are idle', { timeout: 20_000 }, async () => {
    await bench.close();
    bench = await createHttpBench({ http: { idleMs: 200 } });
    const id = await open();
    await vi.waitFor(async () => expect(await alive(id)).toBe(false), { timeout: 15_000, interval: 600 });
  });

  it('ends the session of a program that closed its event stream, and of no other', { timeout: 20_000 }, async () => {
    await bench.close();
    bench = await createHttpBench({ http: { goneMs: 400 } });
    const [left, quiet, back] = [await open(), await open(), await open()];
    const streamOf = async (id: string) => {
      const ended = new AbortController();
      const accept = { ...headers, 'Mcp-Session-Id': id, Accept: 'text/event-stream' };
      await fetch(bench.serving.url, { headers: accept, signal: ended.signal });
      return ended;
    };
    for (const id of [left, back]) (await streamOf(id)).abort();
    // A second stream is refused until the end of the first is received.
    await sleep(100);
    await streamOf(back);
    // A query for its presence would count as its program's return.
    await sleep(1_500);
    expect(await alive(left)).toBe(false);
    expect(await alive(quiet)).toBe(true);
    expect(await alive(back)).toBe(true);
  });

  it('answers 429 and when to come back where a token is used too often, and serves the other one', async () => {
    await bench.close();
    bench = await createHttpBench({ http: { requestsPerSecond: () => 3 } });
    const answers = await Promise.all(Array.from({ length: 6 }, () => post({})));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    expect(refused[0]!.headers.get('retry-after')).toBe('1');
    expect(await refused[0]!.json()).toMatchObject({
      error: { message: expect.stringContaining('3 a second') as string },
    });
    expect((await post({ Authorization: `Bearer ${readToken}` })).status).toBe(200);
  });

  it('reports that a port is taken', async () => {
    const { port } = bench.serving;
    const again = serveHttp({ runner: bench.runner, version: '0', log: () => undefined, token, port, scope });
    await expect(again).rejects.toMatchObject({
      code: 'port_in_use',
      message: `Port ${port} is taken by another program.`,
    });
  });

  it('closes what it opened, and can open again on the same port', async () => {
    const { port } = bench.serving;
    await bench.connect('legacy');
    await bench.serving.close();
    await expect(post({})).rejects.toThrow();
    const again = await serveHttp({ runner: bench.runner, version: '0', log: () => undefined, token, port, scope });
    expect((await post({})).status).toBe(200);
    await again.close();
  });
});

async function rawRequest(port: number, text: string): Promise<string> {
  const { connect } = await import('node:net');
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.once('data', (data) => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.once('error', reject);
  });
}
