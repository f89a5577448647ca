import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const plugin = join(root, 'plugins', 'deskscope');
/** @typedef {{ version: string, mcpServers: string & Record<string, object>, plugins: { source: string & { path: string } }[] }} Manifest */
/** @param {string[]} parts @returns {Manifest} */
const read = (...parts) => /** @type {Manifest} */ (JSON.parse(readFileSync(join(...parts), 'utf8')));

/** @type {string} */
let home;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'plugin-'))));
afterEach(() => rmSync(home, { recursive: true }));

it("is one plugin in every form, with the package's version", () => {
  const { version } = read(root, 'package.json');
  for (const file of ['plugin.json', '.claude-plugin/plugin.json', '.codex-plugin/plugin.json'])
    expect(read(plugin, file), file).toMatchObject({ name: 'deskscope', version });
  const servers = [
    read(plugin, 'mcp.json').mcpServers,
    read(plugin, '.claude-plugin/plugin.json').mcpServers,
    read(plugin, read(plugin, '.codex-plugin/plugin.json').mcpServers).mcpServers,
  ];
  for (const one of servers) expect(Object.keys(one)).toEqual(['deskscope']);
  expect(join(root, read(root, '.claude-plugin/marketplace.json').plugins[0]?.source ?? '')).toBe(plugin);
  expect(join(root, read(root, '.agents/plugins/marketplace.json').plugins[0]?.source.path ?? '')).toBe(plugin);
  expect(readFileSync(join(plugin, 'skills/desktop/SKILL.md'), 'utf8')).toMatch(
    /^---\nname: desktop\ndescription: .{40,}\n---\n/,
  );
});

/** A checkout whose programs report how they were started. */
function checkout() {
  const folder = join(home, 'checkout');
  const reports =
    'console.log(JSON.stringify({ args: process.argv.slice(2), url: process.env.DESKSCOPE_URL ?? null }))';
  for (const [part, file] of [
    ['bin', 'deskscope.cjs'],
    ['out/main', 'bridge.js'],
  ]) {
    mkdirSync(join(folder, part ?? ''), { recursive: true });
    writeFileSync(join(folder, part ?? '', file ?? ''), reports);
  }
  return folder;
}

/** @param {string} folder @param {string} set */
function started(folder, set) {
  const { DESKSCOPE_HOME: _, ...env } = process.env;
  const child = spawn(process.execPath, [join(folder, 'server.mjs'), set], {
    env: { ...env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), APPDATA: join(home, 'config') },
  });
  let out = '';
  child.stdout.on('data', (text) => (out += String(text)));
  return new Promise((done) => child.on('close', () => done(out === '' ? null : JSON.parse(out))));
}

it.each([
  [
    'Claude Code',
    '.claude/plugins',
    'known_marketplaces.json',
    (/** @type {string} */ at) => JSON.stringify({ deskscope: { installLocation: at } }),
  ],
  [
    'Codex',
    '.codex/plugins',
    '../config.toml',
    (/** @type {string} */ at) => `[marketplaces.deskscope]\nsource_type = "local"\nsource = ${JSON.stringify(at)}\n`,
  ],
])('finds its checkout from the copy made by %s', async (_, plugins, file, written) => {
  const at = checkout();
  const copy = join(home, plugins, 'cache/deskscope/deskscope/0.1.0');
  cpSync(plugin, copy, { recursive: true });
  writeFileSync(join(home, plugins, file), written(at));
  expect(await started(copy, 'core')).toEqual({ args: ['mcp', '--stdio'], url: null });
  expect(await started(copy, 'skills')).toEqual({ args: ['mcp', '--stdio', '--tools', 'skills'], url: null });
});

it('connects to the app if it is running', async () => {
  const copy = join(checkout(), 'plugins', 'deskscope');
  cpSync(plugin, copy, { recursive: true });
  mkdirSync(join(home, 'config', 'deskscope'), { recursive: true });
  writeFileSync(
    join(home, 'config', 'deskscope', 'mcp-endpoint.json'),
    JSON.stringify({ url: 'http://127.0.0.1:42501/mcp', token: 't' }),
  );
  expect(await started(copy, 'skills')).toEqual({ args: [], url: 'http://127.0.0.1:42501/mcp/skills' });
});
