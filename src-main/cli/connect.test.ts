import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeEndpoint } from '../setup/clients/endpoint.ts';
import { createClientTokens } from '../setup/clients/tokens.ts';
import { createHttpBench, token, type HttpBench } from '../mcp/testing/http-bench.ts';
import { openTerminal, type Terminal } from './testing/in-process.ts';

let home: string;
let bench: HttpBench;
let terminal: Terminal;
beforeEach(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'deskscope-home-'));
  bench = await createHttpBench();
  await writeEndpoint(home, { url: bench.serving.url, token });
  const config = path.join(home, '.config');
  terminal = await openTerminal({ HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: config, APPDATA: config });
});
afterEach(async () => {
  await terminal.close();
  await bench.close();
  rmSync(home, { recursive: true });
});

const run = (...args: string[]) => terminal.run('connect', ...args, '--profile', home);

describe('connect', () => {
  it('lists the clients and what they know of us', async () => {
    writeFileSync(path.join(home, '.claude.json'), '{}');
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^claude-code +Claude Code +installed +.*\.claude\.json$/m);
    expect(stdout).toMatch(/^zed +Zed +– /m);
  });

  it('shows an entry, with its token only on request', async () => {
    const { stdout } = await run('codex');
    expect(stdout).toContain(`[mcp_servers.deskscope]\nurl = "${bench.serving.url}"`);
    expect(stdout).not.toContain(token);
    expect((await run('codex', '--show-token')).stdout).toContain(`Bearer ${token}`);
    const json = await run('codex', '--json');
    expect(json.stdout).not.toContain(token);
    expect((await run('--json')).stdout).not.toContain(token);
  });

  it('writes, checks and removes, and never reports the token', async () => {
    const file = path.join(home, '.claude.json');
    writeFileSync(file, '{"theme":"dark"}');
    const written = await run('claude-code', '--write', '--check');
    expect(written.code).toBe(0);
    // Windows has no modes: the folder decides who may read a file.
    const open = process.platform === 'win32' ? '' : 'Other users.*\n';
    expect(written.stdout).toMatch(
      new RegExp(`Written: .*\nThe old file is .*\n${open}.*\nClaude Code can connect: \\d+ tools`),
    );
    expect(readFileSync(file, 'utf8')).toContain(`Bearer ${token}`);
    const removed = await run('claude-code', '--remove');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ theme: 'dark', mcpServers: {} });
    expect((await run('claude-code', '--remove')).stdout).toContain('Nothing to do');
    for (const { stdout, stderr } of [written, removed]) expect(stdout + stderr).not.toContain(token);
  });

  it('writes a server that the client starts, also while the app is not running', async () => {
    const elsewhere = (...args: string[]) => terminal.run('connect', ...args, '--profile', path.join(home, 'nowhere'));
    expect((await elsewhere('codex', '--stdio', '--allow', 'act', '--write')).code).toBe(0);
    const written = readFileSync(path.join(home, '.codex', 'config.toml'), 'utf8');
    expect(written).toMatch(/args = \[ ".*cli\.js", "mcp", "--stdio", "--allow", "act" \]/);
    expect(written).toContain('required = true');
    expect(written).toMatch(/env_vars = .*"DBUS_SESSION_BUS_ADDRESS"/);
    expect((await elsewhere('opencode', '--stdio')).stdout).toMatch(/"command": \[\n.*"mcp"/s);
    expect((await elsewhere('codex', '--stdio', '--url', 'http://127.0.0.1:1/mcp')).code).toBe(2);
    expect((await run('codex', '--allow', 'act')).code).toBe(2);
  });

  it('fails with the cause where a check does', async () => {
    await run('cursor', '--write');
    await bench.serving.close();
    const { code, stderr } = await run('cursor', '--check');
    expect(code).toBe(1);
    expect(stderr).toMatch(/Nothing listens at 127\.0\.0\.1:\d+\.\n.*Write the configuration again/);
  });

  it('reports that the app is not running, and takes another server', async () => {
    const gone = await terminal.run('connect', 'zed', '--profile', path.join(home, 'nowhere'));
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('Start Deskscope') as unknown]);
    expect((await run('zed', '--url', 'http://127.0.0.1:1/mcp')).code).toBe(2);
    expect((await run('--write')).code).toBe(2);
    expect((await run('emacs')).stderr).toContain('claude-code');
  });

  it('gives clients and bundles tokens of their own, and takes them back', async () => {
    await writeEndpoint(home, { url: bench.serving.url, token, clientTokens: true });
    const shown = await run('codex');
    expect(shown.stdout).not.toContain(token);
    expect(createClientTokens(home).holders().size).toBe(0);
    expect((await run('codex', '--show-token')).stdout).toContain(`Bearer ${createClientTokens(home).of('codex')}`);
    expect((await run('bundle', '--write')).stdout).toContain('Written');
    const own = createClientTokens(home).of('bundle');
    expect(own).toHaveLength(43);
    expect((await run()).stdout).toMatch(/^bundle +Bundle \(\.mcpb\) +configured /m);
    expect((await run('bundle', '--remove')).stdout).toContain('Removed');
    expect(createClientTokens(home).of('bundle')).toBeUndefined();
    expect((await run('bundle', '--write')).stdout).toContain('Written');
    expect(createClientTokens(home).of('bundle')).not.toBe(own);
  });
});
