import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { ask, tryAsk } from '../fixtures/ask.ts';
import { expect, test } from '../fixtures/test.ts';

let home: string;
let environment: NodeJS.ProcessEnv;
test.beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deskscope-home-'));
  environment = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_CACHE_HOME: join(home, '.cache'),
  };
});
test.afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

const claudeFile = () => join(home, '.claude.json');
const kept = '  "theme": "dark",\n  "projects": { "/work": { "allowedTools": [] } }\n';

test('writes Claude Code’s configuration, checks it, and shows the client and its calls live', async ({ launch }) => {
  writeFileSync(claudeFile(), `{\n${kept}}\n`, { mode: 0o600 });
  const { window } = await launch({ backend: 'fake', env: environment });
  await window.getByTestId('rail-mcp').click();
  await window.getByRole('tab', { name: 'Connect an agent' }).click();
  await window.getByRole('option', { name: /Claude Code/ }).click();
  await expect(row(window, 'Claude Code')).toContainText('not configured');
  await expect(row(window, 'Zed')).toContainText('not found here');

  await window.getByRole('button', { name: 'Write', exact: true }).click();
  await expect(window.getByTestId('client-outcome')).toContainText(`Written to ${claudeFile()}.`);
  await expect(row(window, 'Claude Code')).toContainText('configured');
  const text = readFileSync(claudeFile(), 'utf8');
  expect(text).toContain(kept.trimEnd());
  const { mcpServers } = JSON.parse(text) as { mcpServers: Record<string, { url: string; headers: HeadersInit }> };
  const { url, headers } = mcpServers['deskscope'] ?? { url: '', headers: {} };
  await expect(window.getByLabel('Configuration for Claude Code').last()).not.toContainText(tokenIn(headers));

  await window.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(window.getByTestId('client-outcome')).toContainText(/Connected: \d+ tools/);
  await expect(window.getByTestId('mcp-client')).toHaveCount(0);

  const client = new Client({ name: 'an-agent', version: '4.2' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  const listed = window.getByTestId('mcp-client').filter({ hasText: 'an-agent' });
  await expect(listed).toContainText('4.2');
  await expect(listed).toContainText('0 calls');
  await window.getByRole('tab', { name: 'Calls' }).click();
  await client.callTool({ name: 'get_desktop_app_info', arguments: {} });
  await client.callTool({ name: 'texts', arguments: { selector: 'id="nothing"', window: { app: 'calculator' } } });
  await expect(listed).toContainText('2 calls');
  const calls = window.getByTestId('call-list').getByRole('option');
  await expect(calls).toHaveCount(2);
  await expect(calls.first()).toContainText('failed');
  await expect(calls.last()).toContainText(/ok.*get_desktop_app_info.*an-agent.*\d+ ms/);

  await window.getByTestId('call-filter').fill('desktop ok');
  await expect(calls).toHaveCount(1);
  await calls.first().click();
  await expect(window.getByTestId('call-details')).toContainText('Calculator');
  await calls.first().click({ button: 'right' });
  await expect(window.getByRole('menu', { name: 'Call' })).toContainText('Copy arguments of call');
  await window.keyboard.press('Escape');
  await window.getByTestId('call-trace').click();
  await expect(window.getByTestId('call-rows').getByRole('option', { selected: true })).toHaveCount(1);
  await expect(window.getByTestId('call-panel')).toContainText('Calculator');
  await window.getByTestId('rail-mcp').click();
  await window.getByTestId('call-filter').fill('');
  await window.getByRole('button', { name: 'Pause the list' }).click();
  await client.callTool({ name: 'get_desktop_app_info', arguments: {} });
  await expect(window.getByRole('region', { name: 'Tool calls' })).toContainText('1 more since');
  await expect(calls).toHaveCount(2);
  await window.getByRole('button', { name: 'Show calls as they happen' }).click();
  await expect(calls).toHaveCount(3);
  await window.getByRole('button', { name: 'Clear the list' }).click();
  await expect(window.getByRole('region', { name: 'Tool calls' })).toContainText('No calls yet');

  await window.getByRole('button', { name: /^Disconnect an-agent/ }).click();
  await expect(window.getByTestId('mcp-client')).toHaveCount(0);
  await expect(client.callTool({ name: 'get_desktop_app_info', arguments: {} })).rejects.toThrow();
  await client.close();

  await window.getByRole('tab', { name: 'Connect an agent' }).click();
  await window.getByRole('button', { name: 'Remove' }).click();
  await expect(row(window, 'Claude Code')).toContainText('not configured');
  expect(JSON.parse(readFileSync(claudeFile(), 'utf8'))).toMatchObject({ theme: 'dark', mcpServers: {} });
});

test('explains an unreadable file, and leaves it unchanged', async ({ launch }) => {
  const broken = '{\n  "theme": "dark",,\n}\n';
  writeFileSync(claudeFile(), broken);
  const { window } = await launch({ backend: 'fake', env: environment });
  await window.getByTestId('rail-mcp').click();
  await window.getByRole('tab', { name: 'Connect an agent' }).click();
  await window.getByRole('option', { name: /Claude Code/ }).click();
  await expect(row(window, 'Claude Code')).toContainText('file is broken');
  await expect(window.getByTestId('client-details')).toContainText('line 2');
  await expect(window.getByRole('button', { name: 'Write', exact: true })).toBeDisabled();
  expect(await tryAsk(window, 'clients.write', { client: 'claude-code' })).toMatchObject({ ok: false });
  expect(readFileSync(claudeFile(), 'utf8')).toBe(broken);
});

test('Claude Desktop gets the bridge, run by our own Electron, and it works', async ({ launch }) => {
  const { window } = await launch({ backend: 'fake', env: environment });
  const { file } = await ask(window, 'clients.write', { client: 'claude-desktop' });
  const text = readFileSync(file, 'utf8');
  expect(JSON.parse(text)).toMatchObject({ mcpServers: { deskscope: { env: { ELECTRON_RUN_AS_NODE: '1' } } } });
  expect(text).not.toContain((await ask(window, 'mcp.status', {})).token);
  const check = await ask(window, 'clients.check', { client: 'claude-desktop' });
  expect(check).toMatchObject({ ok: true, text: '' });
  expect(check.tools).toBeGreaterThan(10);
});

test("opens clients' links, and none made up by a page", async ({ launch }) => {
  const opened = join(home, 'opened.txt');
  registerHandler('vscode', opened);
  const { window } = await launch({ backend: 'fake', env: environment });
  expect(await tryAsk(window, 'clients.openLink', { client: 'vscode' })).toMatchObject({ ok: true });
  await expect.poll(() => readOr(opened)).toMatch(/^vscode:mcp\/install\?%7B%22name%22%3A%22deskscope%22/);
  const { token } = await ask(window, 'mcp.status', {});
  expect(readOr(opened)).not.toContain(token);
  expect(readOr(opened)).toMatch(/Bearer%20[\w-]{43}/);
  const refused = await tryAsk(window, 'clients.openLink', { client: 'cursor' });
  expect(refused).toMatchObject({ ok: false, error: { code: 'not_found' } });
  expect(await tryAsk(window, 'clients.openLink', { client: 'https://evil.example' })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
});

test('saves the bundle', async ({ launch }) => {
  const { electron, window } = await launch({ backend: 'fake', env: environment });
  const file = join(home, 'deskscope.mcpb');
  // The dialog is the system's own; a person answers it.
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await window.getByTestId('rail-mcp').click();
  await window.getByRole('tab', { name: 'Connect an agent' }).click();
  await window.getByRole('button', { name: 'Save .mcpb…' }).click();
  await expect(window.getByText(`Saved ${file}.`)).toBeVisible();
  const files = unzipSync(readFileSync(file));
  expect(Object.keys(files).sort()).toEqual(['manifest.json', 'server/bridge.js']);

  await row(window, 'Bundle').click();
  await window.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(window.getByTestId('client-outcome')).toContainText(/Connected: \d+ tools/);
  await window.getByRole('button', { name: 'Remove' }).click();
  await expect(window.getByRole('button', { name: 'Check', exact: true })).toBeDisabled();
  expect(await ask(window, 'clients.check', { client: 'bundle' })).toMatchObject({ ok: false });
});

function row(window: Page, title: string) {
  return window.getByTestId('client-list').getByRole('option', { name: title });
}

function tokenIn(headers: HeadersInit): string {
  return new Headers(headers).get('authorization')?.replace('Bearer ', '') ?? 'none';
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A user program that handles links of a scheme, as an installed client registers itself. */
function registerHandler(scheme: string, opened: string): void {
  const applications = join(home, '.local', 'share', 'applications');
  const script = join(home, 'open.sh');
  mkdirSync(applications, { recursive: true });
  mkdirSync(join(home, '.config'), { recursive: true });
  writeFileSync(script, `#!/bin/sh\nprintf %s "$1" > ${opened}\n`);
  chmodSync(script, 0o755);
  const entry = ['[Desktop Entry]', 'Type=Application', 'Name=Client', `Exec=${script} %u`];
  entry.push(`MimeType=x-scheme-handler/${scheme};`, '');
  writeFileSync(join(applications, 'client.desktop'), entry.join('\n'));
  const defaults = `[Default Applications]\nx-scheme-handler/${scheme}=client.desktop\n`;
  writeFileSync(join(home, '.config', 'mimeapps.list'), defaults);
}
