import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Recording, Step } from '#contract/model/recordings/recording';
import { isAlive } from '../base/processes/is-alive.ts';
import { profileFolder } from '../base/files/profile-folder.ts';
import { exportRecording } from '../recorder/exporters/list.ts';
import { buildCli, interruptible, type BuiltCli, type RunningCli } from './testing/built-cli.ts';
import { formRecording } from './testing/form-recording.ts';
import { runProgram } from './testing/run-program.ts';
import { sumRecording } from './testing/sum-recording.ts';

let cli: BuiltCli;
beforeAll(async () => void (cli = await buildCli()), 30_000);
afterAll(() => cli.remove());

interface Served {
  readonly url: string;
  readonly token: string;
  readonly running: RunningCli;
}

async function serve(...args: string[]): Promise<Served> {
  const running = cli.start(['mcp', '--http', '--port', '0', '--json', ...interruptible, ...args]);
  const [line] = await running.until('stdout', /^\{.*\}\n/);
  return { ...(JSON.parse(line) as { url: string; token: string }), running };
}

async function connect({ url, token }: Served): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

async function text(client: Client, name: string, parameters: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: parameters });
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

const calculator = { app: 'calculator' };
const seven = { selector: 'role=Button name="7"', window: calculator };

describe('mcp --http', { timeout: 30_000 }, () => {
  it('serves looking, refuses acting without the flag, and ends on Ctrl+C', async () => {
    const served = await serve();
    const client = await connect(served);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toContain('click_element');
    expect(await text(client, 'get_desktop_app_info', {})).toContain('Calculator');
    const refused = await client.callTool({ name: 'click_input', arguments: seven });
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused)).toMatch(/permission_denied.*--allow act|--allow act.*permission_denied/);
    await client.close();
    const script = await runScript(exportRecording(sumRecording('7'), 'typescript').text, served);
    expect(script.code).not.toBe(0);
    expect(script.stderr).toContain('Error: step_click: Agents may only look here.');
    served.running.interrupt();
    const { code, stderr } = await served.running.done;
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^URL +http:\/\/127\.0\.0\.1:\d+\/mcp\nToken +\S{40,}\n/),
    ]);
  });

  it('keeps to the rules in the settings file, also those that are added while it runs', async () => {
    const settings = { permissionRules: ['deny act in editor'], sensitiveApps: ['notes'], destructiveWords: ['7'] };
    const profile = profileFolder({
      XDG_CONFIG_HOME: path.join(cli.folder, 'config'),
      APPDATA: path.join(cli.folder, 'config'),
    });
    const file = path.join(profile, 'settings.json');
    mkdirSync(profile, { recursive: true });
    writeFileSync(file, JSON.stringify(settings));
    const served = await serve('--allow', 'act');
    const client = await connect(served);
    const call = (name: string, parameters: Record<string, unknown>) => text(client, name, parameters);
    const keys = { keys: 'a', window: { app: 'editor' } };
    expect(await call('keyboard_input', keys)).toContain('A rule of the user forbids it.');
    expect(await call('snapshot', { window: 'Notes' })).toMatch(/sensitive app “notes”|There is no window/);
    expect(await call('click_input', seven)).toContain('the destructive label “7”');
    writeFileSync(file, JSON.stringify({ ...settings, permissionRules: ['deny observe in form'] }));
    await vi.waitFor(async () => expect(await call('snapshot', { window: 'Form' })).toContain('A rule of the user'), {
      timeout: 10_000,
      interval: 100,
    });
    await client.close();
    served.running.interrupt();
    await served.running.done;
    rmSync(file);
  });

  it('refuses a wrong token', async () => {
    const served = await serve();
    await expect(connect({ ...served, token: 'wrong' })).rejects.toThrow();
    served.running.interrupt();
    await served.running.done;
  });

  it('lets an exported TypeScript script calculate 7 × 6 = 42', async () => {
    const served = await serve('--allow', 'act');
    const { code, stderr } = await runScript(
      exportRecording(sumRecording('7', '×', '6', '='), 'typescript').text,
      served,
    );
    expect([code, stderr]).toEqual([0, '']);
    const client = await connect(served);
    expect(await text(client, 'texts', { selector: 'id="display"', window: calculator })).toContain('42');
    await client.close();
    served.running.interrupt();
    await served.running.done;
  });

  it('lets one enter other texts, and fail at a step without its effect', async () => {
    const served = await serve('--allow', 'all');
    const script = exportRecording(provenForm('Anna'), 'typescript').text;
    const run = (...args: string[]) => runScript(script, served, { DESKSCOPE_SECRET_PASSWORD: 'open sesame' }, args);
    const other = 'Bob "\\\\" ${x} `1`';
    expect(await run('--name', other)).toEqual({ code: 0, stderr: '' });
    const client = await connect(served);
    const shown = { selector: 'role=Text name~="Sent for"', window: { app: 'form' } };
    expect(JSON.parse(await text(client, 'texts', shown))).toEqual([`Sent for ${other}`]);
    await client.close();
    const unproven = script.replaceAll('"Sent for "', '"Gone to "').replace('effect_ms: 5_000', 'effect_ms: 200');
    const failed = await runScript(unproven, served, { DESKSCOPE_SECRET_PASSWORD: 'open sesame' });
    expect(failed.stderr).toMatch(/Error: step_click: Expected that Text “Gone to Anna” shows/);
    expect((await runScript(script, served)).stderr).toContain('Set DESKSCOPE_SECRET_PASSWORD.');
    expect((await run('--nickname', 'x')).stderr).toContain("Unknown option '--nickname'");
    served.running.interrupt();
    await served.running.done;
  });
});

it('mcp --stdio serves a client and ends with it', { timeout: 20_000 }, async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli.script, 'mcp', '--allow', 'act'],
    env: { PATH: process.env['PATH'] ?? '', DESKSCOPE_BACKEND: 'fake' },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  expect(await text(client, 'click_input', seven)).toContain('has been executed');
  const { pid } = transport;
  await client.close();
  expect(isAlive(pid!)).toBe(false);
});

/** A form that reports for whom it was sent. */
function provenForm(name: string): Recording {
  const recording = formRecording(name);
  const element = {
    controlType: 'Text',
    name: `Sent for ${name}`,
    selector: `role=Text name="Sent for ${name}"`,
  } as const;
  const steps = recording.steps.map((step): Step =>
    step.action.type === 'click' ? { ...step, expected: [{ type: 'shows', element }] } : step,
  );
  return { ...recording, steps };
}

/** As a user would, with the types taken out. */
async function runScript(
  script: string,
  { url, token }: Served,
  environment: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<{ code: number | null; stderr: string }> {
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const file = path.join(mkdtempSync(path.join(cli.folder, 'script-')), 'script.mjs');
  writeFileSync(file, ts.transpileModule(script, { compilerOptions: options }).outputText);
  return runProgram(process.execPath, [file, ...args], {
    ...environment,
    DESKSCOPE_URL: url,
    DESKSCOPE_TOKEN: token,
  });
}
