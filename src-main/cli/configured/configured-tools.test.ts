import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTerminal, type Terminal } from '../testing/in-process.ts';

const tiny = path.resolve(import.meta.dirname, '../../computer/testing/tiny-server.cjs');
let terminal: Terminal;
let folder: string;
let file: string;
beforeAll(async () => {
  terminal = await openTerminal({ COLOUR: 'red' });
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-config-'));
  file = path.join(folder, 'mcp.yaml');
  writeFileSync(
    file,
    `
HostAgent:
  default:
    data_collection: [{ namespace: UICollector, type: local }]
    action: [{ namespace: HostUIExecutor, type: local }, { namespace: Missing, type: local }]
AppAgent:
  default:
    data_collection: [{ namespace: UICollector, type: local }]
    action:
      - namespace: Tiny
        type: stdio
        command: '${process.execPath}'
        start_args: ['${tiny}']
        env: { COLOUR: "\${COLOUR}" }
        stat_args: []
      - { namespace: Tiny2, type: stdio, command: '${process.execPath}', start_args: ['${tiny}'] }
`,
  );
});
afterAll(async () => {
  await terminal.close();
  rmSync(folder, { recursive: true });
});

const names = ({ tools }: Record<string, unknown>) => (tools as { tool_name: string }[]).map((tool) => tool.tool_name);

describe('--config', { timeout: 30_000 }, () => {
  it('lists the tools of every agent’s servers, and reports what is ignored or missing', async () => {
    const { stdout, stderr, code } = await terminal.run('tools', '--config', file, '--allow-launch', '--json');
    expect(code).toBe(0);
    const listed = names(JSON.parse(stdout) as Record<string, unknown>);
    expect(listed).toEqual(expect.arrayContaining(['get_ui_tree', 'select_application_window', 'count']));
    expect(listed).not.toContain('click_input');
    expect(stderr).toContain(
      `${file}:15:9: “stat_args” means nothing here, so it is ignored. Did you mean start_args?`,
    );
    const keys = (JSON.parse(stdout) as { tools: { tool_key: string }[] }).tools.map((tool) => tool.tool_key);
    expect(keys).toEqual(expect.arrayContaining(['action::pid', 'action::Tiny2.pid', 'action::Tiny2.count']));
    expect(keys).toHaveLength(new Set(keys).size);
    expect(stderr).toContain("Missing: No MCP server found for name 'Missing' in local server registry.");
  });

  it('can be narrowed to one agent', async () => {
    const host = names(await terminal.json('tools', '--config', file, '--allow-launch', '--agent', 'HostAgent'));
    expect(host).toContain('select_application_window');
    expect(host).not.toContain('count');
    const nobody = await terminal.run('tools', '--config', file, '--allow-launch', '--agent', 'Nobody');
    expect(nobody.stderr).toContain(`${file} does not name Nobody, so the defaults apply.`);
    expect(nobody.stdout).toContain('action::count');
  });

  it('calls local and strange tools alike', async () => {
    const call = (...args: string[]) => terminal.json('call', ...args, '--config', file, '--allow-launch');
    expect(await call('data_collection::get_desktop_app_info', '{}')).toMatchObject({ ok: true });
    for (const key of ['action::environment', 'environment', 'Tiny.environment', 'action::Tiny.environment'])
      expect(await call(key, '{"name":"COLOUR"}')).toMatchObject({ ok: true, text: 'red' });
    for (const key of ['Tiny2.environment', 'action::Tiny2.environment'])
      expect(await call(key, '{"name":"COLOUR"}')).toMatchObject({ ok: true, text: 'unset' });
    expect(await call('Tiny.fail', '{"why":"out of paper"}')).toMatchObject({
      ok: false,
      error: { code: 'tool_failed', message: 'out of paper' },
    });
    expect(await call('click_input', '{}')).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  it.each([[[]], [['--allow-launch', '--config']]])('calls what a Computer has of its own %s', async (option) => {
    const call = (...args: string[]) => terminal.json('call', ...args, ...option, ...(option.length > 0 ? [file] : []));
    expect(await call('ping')).toMatchObject({ ok: true, text: 'pong' });
    expect(await call('data_collection::ping')).toMatchObject({ ok: true, text: 'pong' });
    expect(await call('get_system_info')).toMatchObject({
      ok: true,
      data: { cpu_count: expect.any(Number) as number },
    });
    const listed = await call('list_tools', '{"tool_type":"action","namespace":"HostUIExecutor"}');
    expect(listed['data']).toMatchObject([{ tool_key: 'action::select_application_window', title: 'Select a window' }]);
    expect(names(await terminal.json('tools', '--namespace', 'Computer'))).toContain('get_system_info');
  });

  it.each([
    ['observe', true],
    ['act', undefined],
  ])('serves them to agents, who may %s', async (allow, isError) => {
    const args = ['--agent', 'AppAgent', '--allow', allow];
    const served = terminal.start(
      'mcp',
      '--http',
      '--port',
      '0',
      '--json',
      '--config',
      file,
      '--allow-launch',
      ...args,
    );
    await vi.waitFor(() => expect(served.output.stdout).toContain('\n'), { timeout: 10_000 });
    const { url, token } = JSON.parse(served.output.stdout) as { url: string; token: string };
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    const { tools } = await client.listTools();
    const listed = tools.map((tool) => tool.name);
    expect(listed).toEqual(expect.arrayContaining(['get_ui_tree', 'count']));
    expect(listed).not.toContain('click_input');
    expect(tools.find((tool) => tool.name === 'fail')!.inputSchema.properties).toEqual({ why: { type: 'string' } });
    expect((await client.callTool({ name: 'count', arguments: {} })).isError).toBe(isError);
    await client.close();
    served.interrupt();
    expect((await served.done).code).toBe(0);
  });

  it.each([
    ['tools'],
    ['call', 'ping', '{}'],
    ['mcp', '--http', '--port', '0'],
    ['device', 'ws://127.0.0.1:1/ws'],
    ['run', 'nothing', '--model', 'person'],
  ])('refuses %s where it would start programs, and names them', async (...command) => {
    const refused = await terminal.run(...command, '--config', file);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      `would do this: Start “${process.execPath}” “${tiny}”, with the variables “COLOUR”`,
    );
    expect(refused.stderr).toContain('add --allow-launch');
  });

  it('reports what to mend', async () => {
    const broken = path.join(folder, 'broken.yaml');
    writeFileSync(broken, 'A:\n  default:\n    action:\n      - type: htp\n');
    expect(await terminal.json('call', 'ping', '{}', '--config', broken)).toMatchObject({
      error: { message: `${broken}:4:9: Unsupported server type: htp. Did you mean http?` },
    });
    expect((await terminal.run('tools', '--config', path.join(folder, 'none'))).stderr).toContain('no such file');
    for (const wrong of [
      ['--agent', 'A'],
      ['--config', file, '--root', 'X'],
    ]) {
      expect((await terminal.run('tools', ...wrong)).code).toBe(2);
    }
    expect((await terminal.run('mcp', '--tools', 'ufo', '--config', file)).code).toBe(2);
  });
});

it.each([
  ['config.yaml', 'MAXIMIZE_WINDOW: true', true, 1],
  ['config.yaml', 'MAXIMIZE_WINDOW: false\nSHOW_VISUAL_OUTLINE_ON_SCREEN: false', false, 0],
  ['deskscope/settings.json', '{ "MAXIMIZE_WINDOW": true, "SHOW_VISUAL_OUTLINE_ON_SCREEN": false }', true, 0],
])('serves agents by the settings of %s: %s', async (name, text, maximized, outlines) => {
  mkdirSync(path.join(folder, 'deskscope'), { recursive: true });
  const settings = path.join(folder, name);
  writeFileSync(settings, text);
  const { fake, ...fresh } = await openTerminal({ XDG_CONFIG_HOME: folder, APPDATA: folder });
  const config = name.endsWith('.yaml') ? ['--config', settings] : [];
  const served = fresh.start('mcp', '--http', '--port', '0', '--json', ...config, '--allow', 'act');
  await vi.waitFor(() => expect(served.output.stdout).toContain('\n'), { timeout: 10_000 });
  const { url, token } = JSON.parse(served.output.stdout) as { url: string; token: string };
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  await client.callTool({ name: 'get_desktop_app_info', arguments: {} });
  const [, other] = fake.desktop.windows;
  const arguments_ = { id: '2', name: other!.title };
  const chosen = await client.callTool({ name: 'select_application_window', arguments: arguments_ });
  expect(chosen.structuredContent).toMatchObject({ window_info: { is_maximized: maximized } });
  expect(fake.desktop.highlight).toHaveLength(outlines);
  await client.close();
  served.interrupt();
  await served.done;
  await fresh.close();
});

it('reports what of the settings file does not hold', async () => {
  mkdirSync(path.join(folder, 'deskscope'), { recursive: true });
  const settings = path.join(folder, 'deskscope', 'settings.json');
  const fresh = await openTerminal({ XDG_CONFIG_HOME: folder, APPDATA: folder });
  writeFileSync(settings, '{ "permissionRules": ["deny act in vault", "nonsense"] }');
  expect((await fresh.run('focus', 'Calculator')).stderr).toContain('“permissionRules” cannot hold ["nonsense"]');
  writeFileSync(settings, '{ "permissionRules": [');
  expect((await fresh.run('focus', 'Calculator')).stderr).toContain(`${settings} cannot be read as JSON`);
  rmSync(settings);
  expect((await fresh.run('focus', 'Calculator')).stderr).toBe('');
  await fresh.close();
});

it('lets one start further programs for one call', async () => {
  const start = ['call', 'run_shell', '{"bash_command":"calculator"}'];
  expect(await terminal.json(...start)).toMatchObject({ ok: false, error: { code: 'invalid_parameter' } });
  expect(await terminal.json(...start, '--allow-command', 'gedit,calculator')).toMatchObject({
    data: { window: { title: 'Calculator' } },
  });
});
