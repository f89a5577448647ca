import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import standard from '../../../resources/mcp.yaml?raw';
import { createComputerBench, type ComputerBench } from '../../computer/testing/computer-bench.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { serveAsDevice, type DeviceOptions } from './device.ts';
import { startAipServer, type AipServer } from './testing/aip-server.ts';

const stop = { current: new AbortController() };
const notices: string[] = [];
let bench: ComputerBench;
let server: AipServer;
let ended: Promise<unknown>;
let held: AbortSignal | null = null;

/** Waits until it is cancelled. */
const hold = defineTool({
  name: 'hold',
  namespace: 'Own',
  type: 'action',
  effect: 'observe',
  title: 'Hold',
  description: 'Hold',
  input: z.object({}),
  run: ({ signal }) =>
    new Promise((_, reject) => {
      held = signal;
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    }),
});
const own = 'Own: { default: { action: [{ namespace: Own, type: local }] } }';

async function serve(
  options: Partial<DeviceOptions> = {},
  given: Parameters<typeof startAipServer>[0] = {},
): Promise<void> {
  bench = await createComputerBench({ config: `${standard}\n${own}`, local: [hold] });
  server = await startAipServer(given);
  stop.current = new AbortController();
  notices.length = 0;
  ended = serveAsDevice({
    url: server.url,
    name: 'lab',
    token: undefined,
    computers: bench,
    signal: stop.current.signal,
    notice: (text) => notices.push(text),
    retryMs: 10,
    ...options,
  }).catch((error: unknown) => error);
}

afterEach(async () => {
  stop.current.abort();
  await ended;
  await server.close();
  await bench.close();
});

const command = (tool_name: string, parameters: object = {}, tool_type = 'data_collection') => ({
  tool_name,
  parameters,
  tool_type,
  call_id: tool_name,
});
const commands = (actions: readonly object[], more: object = {}) => ({
  type: 'command',
  status: 'continue',
  agent_name: 'HostAgent',
  session_id: 's',
  response_id: 'r1',
  actions,
  ...more,
});

it('registers with facts about its machine, and runs a server’s commands', async () => {
  await serve();
  const { metadata, status } = await server.next('register');
  expect(status).toBe('ok');
  expect(metadata).toMatchObject({
    platform: process.platform === 'win32' ? 'windows' : process.platform,
    system_info: { device_id: 'lab', platform_type: 'computer', cpu_count: expect.any(Number) as number },
  });
  server.post(commands([command('get_desktop_app_info'), command('capture_desktop_screenshot')]));
  const { action_results: results, prev_response_id, session_id, status: went } = await server.next('command_results');
  expect([prev_response_id, session_id, went]).toEqual(['r1', 's', 'continue']);
  expect(results).toMatchObject([
    { status: 'success', call_id: 'get_desktop_app_info', error: null },
    { status: 'success', result: expect.stringContaining('data:image/png;base64,') as string },
  ]);
  expect(JSON.stringify(results?.[0]?.result)).toContain('Calculator');
});

it('answers for a failed command, and skips those after it', async () => {
  await serve();
  await server.next('register');
  server.post(commands([command('no_such_tool'), command('get_desktop_app_info')]));
  const { action_results: results } = await server.next('command_results');
  expect(results).toMatchObject([{ status: 'failure', error: expect.any(String) as string }, { status: 'skipped' }]);
});

it('asks for the task that a server offers, with fresh Computers', async () => {
  await serve();
  await server.next('register');
  server.post(commands([command('get_desktop_app_info')]));
  await server.next('command_results');
  expect(bench.manager.names()).not.toEqual([]);
  server.post({ type: 'task', status: 'continue', user_request: 'Compute 7 × 6', task_name: 't', session_id: 's2' });
  const task = await server.next('task');
  expect(task).toMatchObject({ request: 'Compute 7 × 6', task_name: 't', session_id: 's2', status: 'continue' });
  expect(bench.manager.names()).toEqual([]);
});

it('describes itself on request', async () => {
  await serve();
  await server.next('register');
  server.post({ type: 'device_info_request', status: 'ok', response_id: 'r9' });
  const { metadata, prev_response_id } = await server.next('device_info_response');
  expect(prev_response_id).toBe('r9');
  expect(metadata).toMatchObject({ system_info: { device_id: 'lab' } });
});

it('survives meaningless messages', async () => {
  await serve();
  await server.next('register');
  for (const bad of [{ type: 'dance', status: 'ok' }, { type: 'command' }, [], commands([{ tool_name: 7 }])]) {
    server.post(bad);
    expect((await server.next('error')).error).toContain('cannot be read');
  }
  server.post(commands([command('get_desktop_app_info')]));
  expect((await server.next('command_results')).action_results).toHaveLength(1);
});

it('ends pending commands when the connection is lost, and registers again', async () => {
  await serve();
  await server.next('register');
  server.post(commands([command('hold', {}, 'action')], { agent_name: 'Own' }));
  await vi.waitFor(() => expect(held).not.toBeNull());
  server.drop();
  await server.next('register');
  expect(held?.aborted).toBe(true);
  server.post(commands([command('get_desktop_app_info')], { response_id: 'r2' }));
  expect((await server.next('command_results')).prev_response_id).toBe('r2');
});

it('treats a silent server as gone', async () => {
  await serve({ aliveMs: 50 }, { pongs: false });
  await server.next('register');
  await server.next('register');
  expect(notices).toContain('The server closed the connection.');
});

it('ends if it is refused, and puts the key in no message', async () => {
  await serve({ token: 'wrong-key' }, { token: 'right-key' });
  expect(await ended).toMatchObject({ code: 'permission_denied' });
  expect(JSON.stringify([notices, String(await ended)])).not.toContain('wrong-key');
});

it('sends the key', async () => {
  await serve({ token: 'right-key' }, { token: 'right-key' });
  expect((await server.next('register')).client_id).toBe('lab');
});

it('ends if its registration is refused, with the reason', async () => {
  await serve({}, { refuse: 'client_id lab is taken' });
  expect(String(await ended)).toContain('client_id lab is taken');
});

it('retries if nobody listens, and ends when cancelled', async () => {
  await serve({ url: new URL('ws://127.0.0.1:9/ws'), token: 'my-key' });
  await vi.waitFor(() =>
    expect(notices.filter((text) => text.includes('cannot be reached')).length).toBeGreaterThan(2),
  );
  stop.current.abort();
  expect(await ended).toMatchObject({ code: 'cancelled' });
  expect(notices.join()).not.toContain('my-key');
});
