import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { controls } from '../engine/backends/win32/testing/fixtures.ts';
import { UiaFixture } from '../engine/backends/win32/testing/uia-fixture.ts';
import { soon } from '../engine/testing/outcome.ts';
import { buildCli, type BuiltCli } from './testing/built-cli.ts';

const calculator = 'Fixture Calculator';
let cli: BuiltCli;
let fixture: UiaFixture;

beforeAll(async () => {
  fixture = UiaFixture.install();
  cli = await buildCli('auto');
  await cli.launch(controls, 'calculator');
});
afterAll(async () => {
  await cli.remove();
  fixture.uninstall();
});

/** Ids of elements: by UI Automation `u:`, by messages `h:`. */
async function idOfSeven(...options: string[]): Promise<unknown> {
  const answer = await cli.json('find', calculator, '--name', '7', ...options);
  if (answer['ok'] !== true) return answer['error'];
  const [match] = answer['matches'] as { id: string }[];
  return /runtime:(\w:)/.exec(match?.id ?? '')?.[1];
}

test('elements are read by what the command line names, else the settings, else what is there', async () => {
  expect(await idOfSeven()).toBe('u:');
  expect(await idOfSeven('--backend', 'win32')).toBe('h:');
  const profile = path.join(cli.folder, 'config', 'deskscope');
  await mkdir(profile, { recursive: true });
  await writeFile(path.join(profile, 'settings.json'), JSON.stringify({ elementBackend: 'win32' }));
  expect(await idOfSeven()).toBe('h:');
  expect(await idOfSeven('--backend', 'uia')).toBe('u:');
  await rm(path.join(profile, 'settings.json'));
});

test.each([
  ['uia', true],
  ['win32', false],
] as const)('an agent whose server runs on %s operates elements', async (backend, asksUia) => {
  fixture.section.set({ calls: 0 });
  const variables = ['SystemRoot', 'PATH', 'TEMP', 'WINEPREFIX', 'DISPLAY', 'USERPROFILE'];
  const environment = variables.flatMap((name) => (process.env[name] ? [[name, process.env[name]] as const] : []));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cli.script, '--backend', backend, 'mcp', '--allow', 'act'],
      env: { ...Object.fromEntries(environment), APPDATA: cli.folder },
      stderr: 'pipe',
    }),
  );
  const call = async (name: string, parameters: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: parameters });
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    expect([name, isError ?? false, text]).toEqual([name, false, text]);
    return text;
  };
  const window = { title: calculator };
  for (const name of ['C', '4', '2']) await call('click_input', { selector: `role=Button name="${name}"`, window });
  await vi.waitFor(async () => expect(await call('texts', { selector: 'id="150"', window })).toContain('42'), soon);
  await client.close();
  expect(fixture.section.read('calls') > 0).toBe(asksUia);
});

test('who insists on UI Automation if there is only a stub is told so', async () => {
  fixture.uninstall();
  expect(await idOfSeven('--backend', 'uia')).toMatchObject({ code: 'accessibility_unavailable' });
  fixture = UiaFixture.install();
});
