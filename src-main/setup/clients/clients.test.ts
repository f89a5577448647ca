import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shownMode } from '../../base/testing/shown-mode.ts';
import { clientNamed, readWire, removeClient, viewClient, viewClients, writeClient } from './clients.ts';
import { entryOf, type Connection } from './connection.ts';
import { readEntry } from './formats/format.ts';
import { knownClients, type KnownClient } from './known.ts';
import { placesOf, type Places } from './places.ts';
import { samples } from './testing/samples.ts';
import { formats } from './formats/formats.ts';

const connection: Connection = {
  url: 'http://127.0.0.1:8722/mcp',
  token: 'a-token-that-nobody-has-0123456789',
  bridge: { command: '/usr/bin/node', args: ['/opt/bridge.js', '/home/ada/endpoint.json'], env: {} },
};
const moved: Connection = {
  ...connection,
  url: 'http://127.0.0.1:9000/mcp',
  bridge: { ...connection.bridge, args: ['/opt/bridge.js', '/elsewhere.json'] },
};

let home: string;
let places: Places;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'deskscope-home-'));
  places = placesOf({}, 'linux', home);
});
afterEach(() => rmSync(home, { recursive: true }));

function put(client: KnownClient, text: string, mode = 0o640): string {
  const file = client.file(places);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const read = (file: string) => readFileSync(file, 'utf8');
const entryIn = (client: KnownClient, text: string) =>
  readEntry(formats[client.format], text, [client.servers, 'deskscope']);
const linesOf = (text: string) => text.split('\n');
/** Paths have the separators of the system that runs this. */
const posix = (file: string) => file.replaceAll(path.sep, '/');

/** The number of lines inserted, if the lines of `before` are all in `after` in order. */
function added(before: string, after: string): number {
  const rest = linesOf(after);
  let at = 0;
  for (const line of linesOf(before)) {
    while (at < rest.length && rest[at] !== line) at++;
    expect(rest[at]).toBe(line);
    at++;
  }
  return rest.length - linesOf(before).length;
}

describe.each(knownClients)('the file of $title', (client) => {
  const sample = samples[client.id]!;

  it('gets our entry, keeps everything else byte for byte, and loses the entry again', async () => {
    const file = put(client, sample);
    expect(await viewClient(client, places, connection)).toMatchObject({ state: 'absent', installed: true });
    const written = await writeClient(client, places, connection);
    expect(written.changed).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(shownMode(0o640));
    expect(read(written.backup!)).toBe(sample);
    expect(statSync(written.backup!).mode & 0o777).toBe(shownMode(0o640));
    expect(await viewClient(client, places, connection)).toMatchObject({ state: 'configured', problem: '' });
    const removed = await removeClient(client, places);
    expect(removed.changed).toBe(true);
    expect(read(file)).toBe(sample);
    expect(await viewClient(client, places, connection)).toMatchObject({ state: 'absent' });
  });

  it('is left alone where it says it already', async () => {
    const file = put(client, sample);
    await writeClient(client, places, connection);
    const once = read(file);
    expect(await writeClient(client, places, connection)).toMatchObject({ changed: false, backup: null });
    expect(read(file)).toBe(once);
    expect(readdirSync(path.dirname(file)).filter((name) => name.includes('.bak-')).length).toBe(1);
  });

  it('gets a new address in place of the old one', async () => {
    const file = put(client, sample);
    await writeClient(client, places, connection);
    const before = read(file);
    expect(await viewClient(client, places, moved)).toMatchObject({ state: 'outdated' });
    await writeClient(client, places, moved);
    expect(await viewClient(client, places, moved)).toMatchObject({ state: 'configured' });
    expect(linesOf(read(file)).length).toBe(linesOf(before).length);
    await removeClient(client, places);
    expect(read(file)).toBe(sample);
  });

  it.runIf(client.needsFile)('is not made if there is none', async () => {
    await expect(writeClient(client, places, connection)).rejects.toMatchObject({ code: 'file_error' });
    expect(existsSync(client.file(places))).toBe(false);
  });

  it.skipIf(client.needsFile)('is made if there is none, for the user alone', async () => {
    const written = await writeClient(client, places, connection);
    const file = client.file(places);
    expect(written).toEqual({ file, changed: true, backup: null, open: false });
    expect(statSync(file).mode & 0o777).toBe(shownMode(0o600));
    expect(read(file)).toBe((await viewClient(client, places, connection)).snippet);
    expect(entryIn(client, read(file))).toBeDefined();
  });

  it('gets a server that the client starts, in place of the address, and an address again', async () => {
    const file = put(client, sample);
    const server = { command: '/usr/bin/node', args: ['/opt/cli.js', 'mcp', '--stdio'], env: { A: 'b' } };
    await writeClient(client, places, connection);
    await writeClient(client, places, { ...connection, server });
    expect(await readWire(client, places)).toEqual({ kind: 'stdio', ...server });
    expect(read(file)).not.toContain(connection.token);
    for (const now of [connection, moved]) {
      expect(await viewClient(client, places, now)).toMatchObject({ state: 'configured', problem: '' });
    }
    await writeClient(client, places, connection);
    expect(await readWire(client, places)).not.toMatchObject({ args: server.args });
    await removeClient(client, places);
    expect(read(file)).toBe(sample);
  });

  it('is refused if it cannot be read, with the line', async () => {
    const broken = `${sample}\n${client.format.startsWith('yaml') ? 'a: [' : '}{ =='}\n`;
    const file = put(client, broken);
    const view = await viewClient(client, places, connection);
    expect(view.state).toBe('unreadable');
    expect(view.problem).toMatch(/cannot be read: line \d+: .+ Correct line \d+/);
    await expect(writeClient(client, places, connection)).rejects.toMatchObject({ code: 'file_error' });
    await expect(removeClient(client, places)).rejects.toMatchObject({ code: 'file_error' });
    expect(read(file)).toBe(broken);
    expect(readdirSync(path.dirname(file)).some((name) => name.includes('.bak-'))).toBe(false);
  });
});

describe('a settings file', () => {
  const zed = clientNamed('zed');
  const codex = clientNamed('codex');
  const goose = clientNamed('goose');

  it('keeps comments within and around the table of servers', async () => {
    for (const client of [zed, codex, goose, clientNamed('vscode')]) {
      const file = put(client, samples[client.id]!);
      await writeClient(client, places, connection);
      const before = samples[client.id]!.replace(/ \/\/ trailing comma below/, '');
      const after = read(file).replace(/ \/\/ trailing comma below/, '');
      expect(added(before, after)).toBeGreaterThan(2);
    }
  });

  it('keeps what the user added to our entry, and nothing of how it connected before', async () => {
    const cursor = clientNamed('cursor');
    const file = put(cursor, '{"mcpServers":{"deskscope":{"command":"old","args":[],"autoApprove":["wait"]}}}');
    await writeClient(cursor, places, connection);
    expect(entryIn(cursor, read(file))).toEqual({
      url: connection.url,
      headers: { Authorization: `Bearer ${connection.token}` },
      autoApprove: ['wait'],
    });
    const copilot = clientNamed('copilot-cli');
    const narrowed = put(copilot, '{"mcpServers":{"deskscope":{"type":"local","tools":["get_ui_tree"]}}}');
    await writeClient(copilot, places, connection);
    expect(entryIn(copilot, read(narrowed))).toMatchObject({ type: 'http', tools: ['get_ui_tree'] });
  });

  // Windows lets only administrators and developers make links.
  it.skipIf(process.platform === 'win32')('that is a link stays one', async () => {
    const client = clientNamed('claude-code');
    const dotfiles = path.join(home, 'dotfiles.json');
    writeFileSync(dotfiles, '{}\n');
    symlinkSync(dotfiles, client.file(places));
    const { backup } = await writeClient(client, places, connection);
    expect(entryIn(client, read(dotfiles))).toBeDefined();
    expect(read(client.file(places))).toBe(read(dotfiles));
    expect(path.dirname(backup!)).toBe(home);
    expect(backup).toContain('dotfiles.json.bak-deskscope-');
  });

  it.skipIf(process.platform === 'win32')('that is a link to a file that is not there yet stays one', async () => {
    const client = clientNamed('claude-code');
    mkdirSync(path.join(home, 'dotfiles'));
    symlinkSync('dotfiles/first.json', client.file(places));
    symlinkSync('claude.json', path.join(home, 'dotfiles', 'first.json'));
    await writeClient(client, places, connection);
    expect(lstatSync(client.file(places)).isSymbolicLink()).toBe(true);
    expect(entryIn(client, read(path.join(home, 'dotfiles', 'claude.json')))).toBeDefined();
  });

  it('that is read-only is left alone', async () => {
    const file = put(zed, samples['zed']!, 0o444);
    await expect(writeClient(zed, places, connection)).rejects.toMatchObject({
      code: 'file_error',
      message: `${file} is read-only.`,
    });
    expect(read(file)).toBe(samples['zed']!);
    expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
    chmodSync(file, 0o600);
  });

  it.skipIf(process.platform === 'win32')('that is a pipe is refused, and nobody waits for it', async () => {
    const file = put(zed, '');
    rmSync(file);
    execFileSync('mkfifo', [file]);
    expect(await viewClient(zed, places, connection)).toMatchObject({ state: 'unreadable' });
    await expect(writeClient(zed, places, connection)).rejects.toMatchObject({ code: 'file_error' });
  });

  it('is read in each place that the program reads, and ours is in one of them', async () => {
    const client = clientNamed('opencode');
    const folder = path.join(home, '.config', 'opencode');
    mkdirSync(folder, { recursive: true });
    const [main, other] = ['opencode.jsonc', 'opencode.json'].map((name) => path.join(folder, name));
    const old =
      '{\n  "theme": "x",\n  "mcp": {\n    "deskscope": { "type": "local", "command": ["old"] },\n    "a": {}\n  }\n}\n';
    writeFileSync(other!, old);
    expect(client.file(places)).toBe(other);
    writeFileSync(main!, '{}\n');
    expect(await viewClient(client, places, connection)).toMatchObject({ file: main, state: 'outdated' });
    expect(await writeClient(client, places, connection)).toMatchObject({ file: main, changed: true });
    expect(await viewClient(client, places, connection)).toMatchObject({ state: 'configured' });
    expect(read(other!)).toBe('{\n  "theme": "x",\n  "mcp": {\n    "a": {}\n  }\n}\n');
    writeFileSync(other!, old);
    await removeClient(client, places);
    expect([entryIn(client, read(main!)), entryIn(client, read(other!))]).toEqual([undefined, undefined]);
  });

  it.skipIf(process.platform === 'win32')('that others can read is reported', async () => {
    put(zed, samples['zed']!, 0o644);
    expect(await writeClient(zed, places, connection)).toMatchObject({ open: true });
    expect(await removeClient(zed, places)).toMatchObject({ changed: true, open: false });
    put(zed, samples['zed']!, 0o600);
    expect(await writeClient(zed, places, connection)).toMatchObject({ open: false });
  });

  it('in another spelling of the same is refused, never damaged', async () => {
    const inline = 'mcp_servers = { deskscope = { url = "http://old/mcp" } }\n';
    const file = put(codex, inline);
    await expect(writeClient(codex, places, connection)).rejects.toMatchObject({ code: 'file_error' });
    await expect(removeClient(codex, places)).rejects.toMatchObject({ code: 'file_error' });
    const flow = 'extensions: {deskscope: {type: builtin}, other: {type: builtin}}\n';
    const flowFile = put(goose, flow);
    await expect(writeClient(goose, places, connection)).rejects.toMatchObject({ code: 'file_error' });
    expect([read(file), read(flowFile)]).toEqual([inline, flow]);
  });

  it('of mixed line ends or other bytes than UTF-8 is changed rightly or not at all', async () => {
    const mixed = '[mcp_servers.deskscope]\r\nurl = "old"\n[other]\na = 1\r\n';
    const file = put(codex, mixed);
    await expect(writeClient(codex, places, connection)).rejects.toMatchObject({ code: 'file_error' });
    expect(read(file)).toBe(mixed);
    const latin = Buffer.from('{ "name": "Andr\xe9" }', 'latin1');
    writeFileSync(put(zed, ''), latin);
    await expect(writeClient(zed, places, connection)).rejects.toMatchObject({ code: 'file_error' });
    expect(readFileSync(zed.file(places))).toEqual(latin);
  });

  it('without a table of servers, with an empty one, or with ours alone', async () => {
    const cases: [KnownClient, string, string?][] = [
      [goose, 'GOOSE_MODEL: x\n'],
      [goose, 'extensions: {}\nGOOSE_MODEL: x\n'],
      [goose, 'extensions:\nGOOSE_MODEL: x\n'],
      [goose, 'extensions: {} # mine\n# below\nGOOSE_MODEL: x\n'],
      [goose, 'extensions:   # mine\n  # inside\n  deskscope:\n    enabled: false\n# below\nGOOSE_MODEL: x\n'],
      [codex, 'model = "x"'],
      [zed, '{}'],
      [zed, '{ "context_servers": {} }'],
    ];
    for (const [client, text] of cases) {
      const file = put(client, text);
      const comments = text.match(/#.*/g) ?? [];
      await writeClient(client, places, connection);
      expect(entryIn(client, read(file)), text).toBeDefined();
      await removeClient(client, places);
      expect(entryIn(client, read(file)), text).toBeUndefined();
      expect(read(file).match(/#.*/g) ?? []).toEqual(comments);
      await writeClient(client, places, connection);
      expect(entryIn(client, read(file)), text).toBeDefined();
    }
  });

  it('keeps a comment behind the entry before ours, and an entry behind ours', async () => {
    const cases = [
      '{\n  "context_servers": {\n    "a": 1 // about a\n  }\n}\n',
      '{\n  "context_servers": {\n    "a": 1 /* about a */\n    // the end\n  }\n}\n',
      '{\n  "context_servers": {\n    // nothing yet\n  }\n}\n',
      '{ "context_servers": { "a": 1, }, }',
      '{"context_servers":{"a":{"deskscope":1}}}',
    ];
    for (const text of cases) {
      const file = put(zed, text);
      await writeClient(zed, places, connection);
      expect(read(file)).toContain(/\/[/*].*/.exec(text)?.[0] ?? '');
      await removeClient(zed, places);
      expect(read(file)).toBe(text);
    }
    const first = put(zed, '{\n  "context_servers": {\n    "deskscope": {},\n    "b": 2 // b\n  }\n}\n');
    await removeClient(zed, places);
    expect(read(first)).toBe('{\n  "context_servers": {\n    "b": 2 // b\n  }\n}\n');
  });

  it('with a byte order mark keeps it', async () => {
    const file = put(zed, `\uFEFF${samples['zed']!}`);
    await writeClient(zed, places, connection);
    expect(read(file).startsWith('\uFEFF//')).toBe(true);
    await removeClient(zed, places);
    expect(read(file)).toBe(`\uFEFF${samples['zed']!}`);
  });

  it('that cannot be written is said so, and stays', async () => {
    const file = put(zed, samples['zed']!);
    rmSync(file);
    mkdirSync(file);
    await expect(writeClient(zed, places, connection)).rejects.toMatchObject({ code: 'file_error' });
    expect(existsSync(file)).toBe(true);
  });
});

describe('the known clients', () => {
  it('have a sample each, and ids of their own', () => {
    expect(Object.keys(samples).sort()).toEqual(knownClients.map(({ id }) => id).sort());
  });

  it('are not installed in an empty home', async () => {
    const views = await viewClients(places, null);
    expect(views.filter(({ installed, state }) => installed || state !== 'absent')).toEqual([]);
    expect(views.every(({ snippet }) => snippet === '')).toBe(true);
  });

  it('are installed where their program is on the PATH, though never started', async () => {
    const bin = path.join(home, 'bin');
    mkdirSync(bin);
    for (const name of ['qwen', 'qwen.cmd', 'other']) writeFileSync(path.join(bin, name), '');
    const found = async (variables: Places['variables'], platform: NodeJS.Platform) => {
      const views = await viewClients(placesOf(variables, platform, home), null);
      return views.filter(({ installed }) => installed).map(({ id }) => id);
    };
    expect(await found({ PATH: `/nowhere${path.delimiter}${bin}` }, 'linux')).toEqual(['qwen-code']);
    expect(await found({ Path: bin }, 'win32')).toEqual(['qwen-code']);
  });

  it('reports what a client needs to wait for a person, and to show its model every tool', () => {
    const entry = (id: string) => entryOf(clientNamed(id).shape, connection);
    expect(entry('claude-code')).toMatchObject({ alwaysLoad: true });
    expect(entry('qwen-code')).toMatchObject({ alwaysLoadTools: true });
    expect([entry('cline')['timeout'], entry('opencode')['timeout']]).toEqual([300, 300_000]);
    const cline = clientNamed('cline').file(placesOf({}, 'linux', '/home/ada'));
    expect(posix(cline)).toBe('/home/ada/.cline/data/settings/cline_mcp_settings.json');
  });

  it('have their files where each system keeps them', () => {
    const where = (id: string, platform: NodeJS.Platform) =>
      posix(clientNamed(id).file(placesOf({ APPDATA: '/appdata' }, platform, '/home/ada')));
    expect(where('vscode', 'linux')).toBe('/home/ada/.config/Code/User/mcp.json');
    expect(where('vscode', 'win32')).toBe('/appdata/Code/User/mcp.json');
    expect(where('vscode', 'darwin')).toBe('/home/ada/Library/Application Support/Code/User/mcp.json');
    expect(where('goose', 'win32')).toBe('/appdata/Block/goose/config/config.yaml');
    expect(where('goose', 'darwin')).toBe('/home/ada/.config/goose/config.yaml');
    expect(where('claude-desktop', 'win32')).toBe('/appdata/Claude/claude_desktop_config.json');
    const codex = clientNamed('codex').file(placesOf({ CODEX_HOME: '/codex' }, 'linux', '/home/ada'));
    expect(posix(codex)).toBe('/codex/config.toml');
    expect(placesOf({ USERPROFILE: 'C:\\Users\\Ada', HOME: '/home/ada' }, 'win32').home).toBe('C:\\Users\\Ada');
  });

  it.each([
    ['claude-code', { CLAUDE_CONFIG_DIR: '/own' }, '/own/.claude.json'],
    ['gemini-cli', { GEMINI_CLI_HOME: '/own' }, '/own/.gemini/settings.json'],
    ['qwen-code', { QWEN_HOME: '/own' }, '/own/settings.json'],
    ['copilot-cli', { COPILOT_HOME: '/own' }, '/own/mcp-config.json'],
    ['opencode', { XDG_CONFIG_HOME: '/own' }, '/own/opencode/opencode.jsonc'],
    ['cline', { CLINE_DIR: '/own' }, '/own/data/settings/cline_mcp_settings.json'],
    ['cline', { CLINE_DIR: '/no', CLINE_DATA_DIR: '/own' }, '/own/settings/cline_mcp_settings.json'],
    ['cline', { CLINE_DATA_DIR: '/no', CLINE_MCP_SETTINGS_PATH: '/own.json' }, '/own.json'],
  ])('have it where their own variable reports: %s %j', (id, variables, file) => {
    expect(posix(clientNamed(id).file(placesOf(variables, 'linux', '/home/ada')))).toBe(file);
  });

  it('Claude Desktop has a folder of its own where it is a package of Windows', () => {
    const of = (variables: Places['variables']) =>
      clientNamed('claude-desktop').file(
        placesOf({ APPDATA: path.join(home, 'roaming'), ...variables }, 'win32', home),
      );
    const usual = path.join(home, 'roaming', 'Claude', 'claude_desktop_config.json');
    const roaming = path.join(home, 'AppData', 'Local', 'Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming');
    mkdirSync(roaming, { recursive: true });
    expect(of({})).toBe(usual);
    mkdirSync(path.join(roaming, 'Claude'));
    expect(of({})).toBe(path.join(roaming, 'Claude', 'claude_desktop_config.json'));
    expect(of({ LOCALAPPDATA: path.join(home, 'elsewhere') })).toBe(usual);
  });

  it('are reported programs on Windows as those paths are', () => {
    const program: Connection['bridge'] = {
      command: 'C:\\Program Files\\Deskscope\\Deskscope.exe',
      args: ['C:\\Program Files\\Deskscope\\resources\\app.asar\\out\\main\\bridge.js', 'C:\\Users\\Zoë\\new.json'],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    };
    const entry = { ...entryOf({ kind: 'stdio' }, { ...connection, bridge: program }), name: 'deskscope' };
    for (const format of Object.values(formats)) {
      const text = format.set('', ['mcpServers', 'deskscope'], entry);
      expect(readEntry(format, text, ['mcpServers', 'deskscope'])).toEqual(entry);
    }
    const { link } = clientNamed('vscode');
    // The length of a link that Windows passes to another program is limited.
    expect(link!({ ...connection, token: 'x'.repeat(43) }).length).toBeLessThan(2_081);
  });

  it('refuses an unknown one with the known ones', () => {
    expect(() => clientNamed('emacs')).toThrow('is not a known client');
  });
});

describe('links', () => {
  const link = (id: string) => clientNamed(id).link!(connection);

  it('carry name, address and token as each client reads them', () => {
    const headers = { Authorization: `Bearer ${connection.token}` };
    const vscode = JSON.parse(decodeURIComponent(link('vscode').replace('vscode:mcp/install?', ''))) as unknown;
    expect(vscode).toEqual({ name: 'deskscope', type: 'http', url: connection.url, headers });
    for (const id of ['cursor', 'lm-studio']) {
      const query = new URL(link(id)).searchParams;
      expect(query.get('name')).toBe('deskscope');
      const config = Buffer.from(query.get('config')!, 'base64').toString();
      expect(JSON.parse(config)).toEqual({ url: connection.url, headers });
    }
    const goose = new URL(link('goose')).searchParams;
    const [key, value] = goose.get('header')!.split('=');
    expect([goose.get('url'), key, decodeURIComponent(value!)]).toEqual([
      connection.url,
      'Authorization',
      headers.Authorization,
    ]);
  });
});
