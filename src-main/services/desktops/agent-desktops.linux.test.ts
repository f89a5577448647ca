import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { RankedSelector } from '#contract/model/elements/selector';
import type { TrialReport } from '#contract/model/elements/selector-trial';
import { isAlive } from '../../base/processes/is-alive.ts';
import { buildCli, type BuiltCli } from '../../cli/testing/built-cli.ts';
import { desktopFolders, sweepDesktops } from '../../desktops/folders.ts';
import { processesOf } from '../../desktops/marked.ts';
import { processesWith } from '../../desktops/testing/processes-with.ts';
import { prepareAttack } from '../../desktops/testing/attack.ts';

let cli: BuiltCli;
/** For TMPDIR: short, since socket paths are below it. */
let temporary: string;

beforeAll(async () => {
  cli = await buildCli('auto');
  temporary = mkdtempSync(path.join(tmpdir(), 'a-'));
  vi.stubEnv('TMPDIR', temporary);
}, 60_000);
afterEach(async () => {
  await Promise.all(clients.splice(0).map(({ client }) => client.close()));
});
afterAll(async () => {
  await cli.remove();
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true, force: true });
});

interface Agent {
  readonly client: Client;
  readonly pid: number;
  /** Returns the text that the agent's model would read. */
  readonly call: (tool: string, parameters?: object) => Promise<string>;
}
const clients: Agent[] = [];

/** An agent's client with its own server, which is allowed to act. */
async function connect({ args = [] as readonly string[], env = {}, cwd = temporary } = {}): Promise<Agent> {
  const config = path.join(cli.folder, 'config');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli.script, 'mcp', '--stdio', '--allow', 'act', '--tools', 'core,desktops', ...args],
    env: { ...process.env, DESKSCOPE_BACKEND: 'auto', XDG_CONFIG_HOME: config, ...env },
    cwd,
    stderr: 'inherit',
  });
  const client = new Client({ name: 'agent', version: '1' });
  await client.connect(transport);
  const call = async (name: string, parameters: object = {}) => {
    const { content } = await client.callTool({ name, arguments: { ...parameters } });
    return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  };
  const agent = { client, pid: transport.pid ?? 0, call };
  clients.push(agent);
  return agent;
}

async function openDesktop({ call }: Agent): Promise<string> {
  const text = await call('open_desktop');
  const [, id] = /^Desktop ([0-9a-f]{6}): /.exec(text) ?? [];
  if (id === undefined) throw new Error(text);
  return id;
}

/** The pointer position and the focused window on the user's own desktop. */
async function personsHand(): Promise<string> {
  const run = promisify(execFile);
  const [pointer, focus] = [await run('xdotool', ['getmouselocation']), await run('xdotool', ['getwindowfocus'])];
  return `${pointer.stdout}${focus.stdout}`;
}

it('two agents work in two desktops at once, and the user’s pointer and focus stay where they are', async () => {
  await cli.launch('galculator');
  const before = await personsHand();
  const work = async (task: string) => {
    const agent = await connect();
    const desktop_id = await openDesktop(agent);
    expect(await agent.call('launch_app', { command: 'galculator', desktop_id })).toMatch(/^Started galculator/);
    expect(await agent.call('list_windows', { desktop_id })).toMatch(/^1\. .*galculator.*$/);
    for (const key of task)
      await agent.call('click_element', { element: `role=Button name="${key}"`, window: 'galculator', desktop_id });
    const result = await agent.call('get_text', { window: 'galculator', element: 'role=Edit', desktop_id });
    return { agent, desktop_id, result };
  };
  const [one, other] = await Promise.all([work('76'), work('98')]);
  expect([one.result, other.result]).toEqual([expect.stringContaining('76'), expect.stringContaining('98')]);
  expect(await personsHand()).toBe(before);
  // An agent cannot reach the other's desktop, listed or not.
  expect(await other.agent.call('list_desktops')).not.toContain(one.desktop_id);
  for (const tool of ['list_windows', 'close_desktop'])
    expect(await other.agent.call(tool, { desktop_id: one.desktop_id })).toContain('not_found');
  // A killed client takes its desktop with it; the other's stays.
  const [folder] = desktopFolders().filter(({ id }) => id === one.desktop_id);
  process.kill(one.agent.pid, 'SIGKILL');
  await vi.waitFor(() => expect(processesOf(folder!.path).filter(isAlive)).toEqual([]), { timeout: 10_000 });
  await sweepDesktops();
  expect(desktopFolders().map(({ id }) => id)).toEqual([other.desktop_id]);
  expect(await other.agent.call('close_desktop', { desktop_id: other.desktop_id })).toContain('has ended');
  expect(desktopFolders()).toEqual([]);
  expect(await other.agent.call('list_windows', { desktop_id: other.desktop_id })).toContain('not_found');
});

/** Number of clients to kill: the usual run has no time for many. */
const kills = Number(process.env['KILLS'] ?? 0);

it.runIf(kills > 0)(
  `of ${kills} servers killed at any moment, no process and no folder is left`,
  { timeout: kills * 5_000 },
  async () => {
    const word = `Etc/GMT-${randomBytes(8).toString('hex')}`;
    let opened = 0;
    for (let turn = 0; turn < kills; turn++) {
      const { call, pid } = await connect({ env: { TZ: word } });
      const opening = openDesktop({ client: clients.at(-1)!.client, pid, call }).then(
        () => opened++,
        () => undefined,
      );
      const moment = new Promise((resolve) => setTimeout(resolve, Math.random() * 1_500));
      await (turn % 3 ? moment : Promise.race([opening, new Promise((resolve) => setTimeout(resolve, 20_000))]));
      process.kill(pid, 'SIGKILL');
    }
    await vi.waitFor(() => expect(processesWith(word)).toEqual([]), { timeout: 20_000, interval: 50 });
    await sweepDesktops();
    expect(desktopFolders()).toEqual([]);
    expect(opened).toBeGreaterThan(kills / 4);
  },
);

it('an agent inside reaches nothing of the user, whatever its folder holds, and leaves results', async () => {
  const attack = await prepareAttack(path.join(path.dirname(cli.script), 'engine.js'));
  const folder = path.join(temporary, 'project');
  mkdirSync(folder);
  // As an agent might have written it.
  writeFileSync(path.join(folder, 'deskscope.yaml'), `desktop: { network: true, walls: none, readable: [/] }`);
  try {
    const agent = await connect({ env: attack.environment, cwd: folder });
    const opened = await agent.call('open_desktop');
    const [, desktop_id = '', results = ''] = /^Desktop (\w+): .* should get in (\S+)\. /.exec(opened) ?? [];
    const [program, ...args] = attack.command;
    const script = `"$@" >${results}/reached.txt; exec mousepad ${results}/reached.txt`;
    const launched = { command: 'sh', args: ['-c', script, 'attack', program, ...args], desktop_id };
    expect(await agent.call('launch_app', launched)).toMatch(/^Started sh/);
    expect(await agent.call('get_text', { window: 'mousepad', desktop_id })).toContain('[]');
    // Tools that act outside the engine are unavailable there.
    const shown = await agent.call('list_folder', { path: '/', desktop_id });
    expect(shown).toContain('list_folder does not act on a desktop');
    await agent.client.close();
    await vi.waitFor(() => expect(desktopFolders()).toEqual([]), { timeout: 10_000 });
    expect(readFileSync(path.join(results, 'reached.txt'), 'utf8')).toBe('[]\n');
  } finally {
    await attack.close();
  }
});

it('allows what the user’s profile names, up to the limits of number and time; a read-only client opens none', async () => {
  const profile = path.join(temporary, 'deskscope.yaml');
  writeFileSync(profile, `desktop: { size: 800x600, readable: [${cli.folder}], lifetime: 1 }`);
  const agent = await connect({ args: ['--desktop-profile', profile] });
  const opening = Array.from({ length: 5 }, () => agent.call('open_desktop'));
  const refused = await Promise.race(opening);
  expect(refused).toContain('You have 4 desktops, and may have 4.');
  expect(refused).toContain('rate_limited');
  const [first] = await Promise.all(opening.slice(0, 1));
  expect(first).toContain('800 × 600');
  // Desktops that are still starting end with their client as well.
  await agent.client.close();
  await vi.waitFor(() => expect(desktopFolders()).toEqual([]), { timeout: 20_000 });
  const looking = await connect({ args: ['--allow', 'observe'] });
  expect(await looking.call('open_desktop')).toContain('permission_denied');
});

it('selectors are tested in fresh starts of their app in another language, and graded by it', async () => {
  const { id } = await cli.launch('galculator');
  const about = ['selectors', id, 'role=Button name="7"'];
  const tested = await cli.json(...about, '--test', '--conditions', 'language', '--language', 'fr');
  const { trial } = tested as unknown as { readonly trial: TrialReport };
  expect(trial.conditions).toMatchObject([{ condition: 'restart' }, { condition: 'language', skipped: null }]);
  const by = (kind: string) => trial.selectors.find((each) => each.kind === kind)?.outcomes;
  expect(by('name')).toEqual({ restart: 'found', language: 'found' });
  expect(by('description')).toEqual({ restart: 'found', language: 'none' });
  expect(desktopFolders()).toEqual([]);
  const { selectors } = (await cli.json(...about)) as unknown as { readonly selectors: readonly RankedSelector[] };
  expect(selectors.find(({ kind }) => kind === 'description')).toMatchObject({
    grade: 'D',
    reason: expect.stringContaining('no match in another language') as string,
  });
});
