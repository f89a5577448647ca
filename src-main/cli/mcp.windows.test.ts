import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { WindowInfo } from '#contract/model/windows/window';
import { isAlive } from '../base/processes/is-alive.ts';
import { parseWindowId } from '../engine/backends/win32/native/window.ts';
import { controls } from '../engine/backends/win32/testing/fixtures.ts';
import { fieldOf } from '../engine/backends/win32/testing/notepad.ts';
import { readPicture } from '../engine/testing/read-picture.ts';
import { soon } from '../engine/testing/outcome.ts';
import { buildCli, interruptible, type BuiltCli, type RunningCli } from './testing/built-cli.ts';

const calculator = 'Fixture Calculator';
const inNotepad = { window: { title: 'Notepad' } };

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

let cli: BuiltCli;
let client: Client;
beforeAll(async () => {
  cli = await buildCli('windows');
  await cli.launch(controls, 'calculator');
  await cli.launch('notepad.exe');
});
afterAll(() => cli.remove());

async function call(name: string, parameters: Record<string, unknown> = {}) {
  const answer = await client.callTool({ name, arguments: parameters });
  const text = answer.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  if (answer.isError) throw new Error(`${name}: ${text}`);
  return { ...answer, text };
}

async function list(name: string): Promise<readonly Listed[]> {
  return ((await call(name)).structuredContent as { result: Listed[] }).result;
}

async function pictureOf(name: string) {
  const [image] = (await call(name)).content.filter((part) => part.type === 'image');
  return readPicture(Buffer.from(image!.data, 'base64'));
}

describe('over HTTP, as UFO’s agents work', () => {
  let running: RunningCli;
  beforeAll(async () => {
    running = cli.start(['mcp', '--http', '--port', '0', '--allow', 'act', '--json', ...interruptible]);
    const [line] = await running.until('stdout', /^\{.*\}\r?\n/);
    const { url, token } = JSON.parse(line) as { url: string; token: string };
    client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  });
  afterAll(async () => {
    await client.close();
    running.interrupt();
    expect((await running.done).code).toBe(0);
  });

  test('a window is chosen, its controls are listed, and clicked', async () => {
    const window = (await list('get_desktop_app_info')).find(({ name }) => name === calculator)!;
    await call('select_application_window', { id: window.id, name: window.name });
    expect((await call('get_app_window_info')).text).toContain('FixtureCalculator');
    const controls = await list('get_app_window_controls_target_info');
    for (const wanted of ['C', '4', '2']) {
      const { id, name } = controls.find(({ name, type }) => name === wanted && type === 'Button')!;
      await call('click_input', { id, name });
    }
    const display = { selector: 'id="150"', window: { title: calculator } };
    await vi.waitFor(async () => expect((await call('texts', display)).text).toContain('42'), soon);
    expect((await call('get_ui_tree')).text).toContain(`"name":"${calculator}"`);
  });

  test('the window and the desktop are pictures', async () => {
    const window = await pictureOf('capture_window_screenshot');
    const desktop = await pictureOf('capture_desktop_screenshot');
    expect(desktop.width).toBeGreaterThan(window.width);
  });

  test('text is entered and read back, and keys are pressed', async () => {
    const windows = await list('get_desktop_app_info');
    const notepad = windows.find(({ name }) => name.includes('Notepad'))!;
    await call('select_application_window', { id: notepad.id, name: notepad.name });
    const field = { selector: 'role=Document', ...inNotepad };
    const entered = await call('set_edit_text', { ...field, text: 'Grüße, 世界', clear_current_text: true });
    expect(entered.text).toContain('holds the text');
    await call('keyboard_input', { ...field, keys: '{END}!', control_focus: true });
    await vi.waitFor(async () => expect((await call('texts', field)).text).toContain('Grüße, 世界!'), soon);
    await call('wait', { seconds: 0.1 });
    expect((await call('summary', { text: 'done' })).text).toContain('done');
    await call('set_edit_text', { ...field, text: '', clear_current_text: true });
  });

  test('the wheel scrolls, and a drag selects where it went', async () => {
    const { id, name } = (await list('get_desktop_app_info')).find(({ name }) => name.includes('Notepad'))!;
    await call('select_application_window', { id, name });
    const { windows } = (await cli.json('windows')) as unknown as { windows: readonly WindowInfo[] };
    const field = await fieldOf(parseWindowId(windows.find(({ title }) => title === name)!.id));
    const lines = Array.from({ length: 90 }, (_, line) => `${line} ${'wide '.repeat(18)}`).join('\n');
    await call('set_edit_text', { selector: 'role=Document', ...inNotepad, text: lines, clear_current_text: true });
    const bottom = field.firstVisibleLine();
    const { from: end } = field.selection();
    expect(bottom).toBeGreaterThan(0);
    await call('wheel_mouse_input', { selector: 'role=Document', ...inNotepad, wheel_dist: 1 });
    await vi.waitFor(() => expect(field.firstVisibleLine()).toBeLessThan(bottom), soon);
    await call('click_on_coordinates', { x: 0.5, y: 0.5 });
    await vi.waitFor(() => expect(field.selection().from).toBeLessThan(end), soon);
    const { from: clicked } = field.selection();
    expect(field.selection().to).toBe(clicked);
    await call('drag_on_coordinates', { start_x: 0.4, start_y: 0.5, end_x: 0.6, end_y: 0.5 });
    await vi.waitFor(() => expect(field.selection().to).toBeGreaterThan(clicked), soon);
    expect(field.selection().from).toBeLessThan(clicked);
    await call('set_edit_text', { selector: 'role=Document', ...inNotepad, text: '', clear_current_text: true });
  });
});

test('over standard input and output a server serves its client, and ends with it', async () => {
  const variables = ['SystemRoot', 'PATH', 'TEMP', 'WINEPREFIX', 'DISPLAY', 'USERPROFILE'];
  const environment = variables.flatMap((name) => (process.env[name] ? [[name, process.env[name]] as const] : []));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli.script, 'mcp', '--allow', 'act'],
    env: { ...Object.fromEntries(environment), APPDATA: cli.folder, DESKSCOPE_BACKEND: 'windows' },
    stderr: 'pipe',
  });
  client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('click_element');
  expect((await call('get_desktop_app_info')).text).toContain(calculator);
  await call('click_input', { selector: 'role=Button name="C"', window: { title: calculator } });
  const { pid } = transport;
  await client.close();
  await vi.waitFor(() => expect(isAlive(pid!)).toBe(false), soon);
});
