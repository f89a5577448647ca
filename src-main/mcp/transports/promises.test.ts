import { afterAll, beforeAll, expect, it } from 'vitest';
import { type windowPromises, hostExecutorPromises } from '../../tools/contract/all-contracts.ts';
import type { CallResult } from '../testing/client.ts';
import { createHttpBench, token, type HttpBench } from '../testing/http-bench.ts';

let bench: HttpBench;
const logged: string[] = [];
beforeAll(async () => {
  bench = await createHttpBench({ policyMode: 'all', log: (message) => void logged.push(message) });
});
afterAll(() => bench.close());

async function call(name: string, parameters: object = {}, path = '/mcp'): Promise<{ text: string; data: object }> {
  const client = await bench.connect('legacy', 'test', path);
  const result = (await client.callTool({ name, arguments: { ...parameters } })) as CallResult;
  return { text: result.content.map(({ text = '' }) => text).join(''), data: result.structuredContent as object };
}

async function http(method: 'GET' | 'POST', where: string, body?: object) {
  const answer = await fetch(new URL(`/windows/${where}`, bench.serving.url), {
    method,
    headers: { Authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const read: unknown = await answer.json();
  return { status: answer.status, body: read };
}

const first = (text: string) => text.split('\n')[0];
const select = 'select_application_window';
/** The work with several apps is tested with real ones: `tools/contract/window-design.linux.test.ts`. */
type Promised = keyof typeof hostExecutorPromises | Exclude<keyof typeof windowPromises, 'workflow'>;

const tries: Readonly<Record<Promised, () => Promise<void>>> = {
  async server() {
    const client = await bench.connect('modern', 'test', '/mcp/HostUIExecutor');
    expect(client.getServerVersion()?.name).toBe('UFO UI HostAgent Action MCP Server');
    expect((await bench.connect('legacy')).getServerVersion()?.name).toBe('deskscope');
  },
  async noId() {
    expect(first((await call(select, { name: 'Calculator' })).text)).toBe(hostExecutorPromises.noId.claim);
    expect(first((await call(select, { id: '', name: 'Calculator' })).text)).toBe(hostExecutorPromises.noId.claim);
  },
  async noWindows() {
    expect(first((await call(select, { id: '1', name: 'x' })).text)).toBe(hostExecutorPromises.noWindows.claim);
  },
  async unknownId() {
    const client = await bench.connect('legacy');
    await client.callTool({ name: 'get_desktop_app_info', arguments: {} });
    const refused = (await client.callTool({ name: select, arguments: { id: '99', name: 'x' } })) as CallResult;
    expect(refused.content[0]?.text).toMatch(/^Control with id '99' not found\. Available control ids: \['1', '2'/);
  },
  async selects() {
    const client = await bench.connect('legacy');
    const listed = (await client.callTool({ name: 'get_desktop_app_info', arguments: {} })) as CallResult;
    const { result } = listed.structuredContent as { result: { id: string; name: string }[] };
    const { id, name } = result.find((window) => window.name === 'Calculator')!;
    const done = (await client.callTool({ name: select, arguments: { id, name } })) as CallResult;
    expect(done.structuredContent).toMatchObject({ root_name: 'calculator', window_info: { annotation_id: id } });
  },
  async logs() {
    await tries.selects();
    expect(logged.join('\n')).toMatch(/Selected “Calculator”: .*click_input.* work in it/);
  },
  async list() {
    const { data } = await call('list_windows');
    expect((data as { result: object[] }).result).toContainEqual(
      expect.objectContaining({
        title: 'Calculator',
        app: 'calculator',
        active: true,
        pid: expect.any(Number) as number,
      }),
    );
  },
  async active() {
    await call('focus_window', { title: 'Form' });
    expect((await call('get_active_window')).data).toMatchObject({ title: 'Form', app: 'form' });
  },
  async focus() {
    expect((await call('focus_window', { title: 'alcul' })).data).toMatchObject({ title: 'Calculator', active: true });
    expect((await call('focus_window', { title: 'Twin' })).data).toMatchObject({ error: { code: 'multiple_matches' } });
  },
  async fallback() {
    bench.fake.faults.set('deaf', 'act', 1);
    const { text } = await call('focus_window', { title: 'Form' });
    expect(text).toContain('“Form” did not follow: focus had no visible effect.');
    expect(text).toContain('The window manager, or the app itself, may not allow this');
  },
  async focusApp() {
    for (const names of [{ app_name: 'form' }, { app: 'form' }]) {
      expect((await call('focus_window_by_app', names)).data).toMatchObject({ title: 'Form', active: true });
    }
    expect((await call('focus_window_by_app')).text).toContain('give “app_name”');
  },
  async states() {
    await call('focus_window', { title: 'Calculator' });
    expect((await call('switch_to_next_window')).data).toMatchObject({ active: true });
    expect((await call('minimize_window', { title: 'Form' })).data).toMatchObject({ state: 'minimized' });
    expect((await call('maximize_window', { title: 'Form' })).data).toMatchObject({ state: 'maximized' });
    expect((await call('close_window', { title: 'Form' })).data).toMatchObject({ closed: true });
  },
  async parsed() {
    const { data } = await call('parse_screen', { window: 'Calculator' });
    const window = { title: 'Calculator', app: 'calculator', pid: expect.any(Number) as number };
    const { elements } = data as { elements: object[] };
    expect(elements).toContainEqual({
      type: 'icon',
      bbox: [90, 226, 142, 268],
      content: '7',
      interactivity: true,
      window,
    });
    expect(elements).toContainEqual(expect.objectContaining({ type: 'text', interactivity: false, window }));
  },
  async httpList() {
    const { status, body } = await http('GET', 'list');
    const { title, left, top, width, height, active, bounds } = (body as Record<string, unknown>[])[0]!;
    expect(status).toBe(200);
    expect({ title, active }).toEqual({ title: expect.any(String) as string, active: true });
    expect({ x: left, y: top, width, height }).toEqual(bounds);
  },
  async httpFocus() {
    const done = await http('POST', 'focus', { title: 'Calculator' });
    expect(done).toMatchObject({ status: 200, body: { status: 'success' } });
    const missing = await http('POST', 'focus', { title: 'Nothing' });
    expect(missing).toMatchObject({ status: 404, body: { error: 'Window not found' } });
  },
};

it.each(Object.entries(tries))('keeps the promise %s', (_, attempt) => attempt());
