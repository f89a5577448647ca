import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentStepSummary, StoryEvent } from '#contract/model/agents/agent-step';
import { parseRecording } from '#contract/model/recordings/recording';
import { writeKnownAnswers } from '../../scripts/lib/known-answers.mjs';
import { assign } from '../agents/testing/answers.ts';
import { profileFolder } from '../base/files/profile-folder.ts';
import { serveModel } from '../agents/models/testing/endpoint.ts';
import { buildCli, interruptible, type BuiltCli } from './testing/built-cli.ts';
import { sumRecording } from './testing/sum-recording.ts';

interface ShownRun {
  readonly steps: readonly AgentStepSummary[];
  readonly story: readonly StoryEvent[];
}

/** The first three lines of a client. */
const listing = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
]
  .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  .join('');

let cli: BuiltCli;
beforeAll(async () => {
  cli = await buildCli();
  await writeKnownAnswers(path.dirname(cli.script));
}, 60_000);
afterAll(() => cli.remove());

describe.concurrent('the built command line, under plain Node', () => {
  it('answers', { timeout: 20_000 }, async () => {
    expect(await cli.json('windows')).toMatchObject({ ok: true, windows: expect.any(Array) as unknown });
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await cli.run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('fails with its exit codes', { timeout: 20_000 }, async () => {
    expect(await cli.run('tree', 'Nobody')).toMatchObject({ code: 1, stdout: '' });
    expect(await cli.run('tree')).toMatchObject({ code: 2, stdout: '' });
  });

  it('loads what a command needs, and little else', { timeout: 20_000 }, async () => {
    const [version, windows] = await Promise.all([cli.sourcesLoadedBy('--version'), cli.sourcesLoadedBy('windows')]);
    const unneeded =
      /^src-main\/(tools|settings|services\/(headless|core)|recorder|replay|setup\/clients|computer|agents)/;
    const ofOthers = /cli\/commands\/(?!machine\/help\.|windows\/windows\.)/;
    for (const loaded of [version, windows]) {
      expect(loaded).toContain('src-main/cli/run.ts');
      expect(loaded.filter((source) => unneeded.test(source) || ofOthers.test(source))).toEqual([]);
    }
    expect(windows).toContain('src-main/cli/commands/windows/windows.ts');
    // It runs the engine itself, except on Windows, where calls of the system can block a process for ever.
    expect(windows.includes('src-main/engine/process/local-engine.ts')).toBe(process.platform === 'linux');
    // Zod, which has no source of ours, comes with the schemas.
    expect([...version, ...windows].filter((source) => /\/schemas\//.test(source))).toEqual([]);
  });

  it('loads MCP for the commands that speak it alone', { timeout: 20_000 }, async () => {
    const mcp = (source: string) => source.startsWith('src-main/mcp/');
    const file = path.join(cli.folder, 'sum.json');
    writeFileSync(file, JSON.stringify(sumRecording('7')));
    const replayed = await cli.sourcesLoadedBy('replay', file);
    expect(replayed).toContain('src-main/replay/replay.ts');
    expect(replayed.filter(mcp)).toEqual([]);
    const served = await cli.sourcesLoadedBy('mcp');
    expect(served.filter(mcp)).not.toEqual([]);
  });

  it('lists the usual tools over MCP before the server is loaded', { timeout: 20_000 }, async () => {
    const loaded = await cli.sourcesLoadedUntil('"tools":[', listing, 'mcp');
    expect(loaded).toContain('src-main/mcp/transports/early-answers.ts');
    expect(
      loaded.filter((source) => /^src-main\/(tools|services\/(calls|headless|core)|mcp\/protocol)/.test(source)),
    ).toEqual([]);
    // The SDK comes with what reads messages, and zod with the schemas.
    expect(loaded.filter((source) => /client-message|\/schemas\/|tool-call|model\/settings/.test(source))).toEqual([]);
  });

  it('answers a first call over MCP before the server is loaded', { timeout: 20_000 }, async () => {
    const call = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'list_windows', arguments: {} } };
    const loaded = await cli.sourcesLoadedUntil('"id":3', `${listing}${JSON.stringify(call)}\n`, 'mcp');
    expect(loaded).toContain('src-main/tools/runner/tool-runner.ts');
    const late = /tools\/registry|servers\/ui-automation\/elements|services\/(headless|core)|replay\/|build-server/;
    expect(loaded.filter((source) => late.test(source))).toEqual([]);
  });

  it('lists the tools that the settings name, and those that are asked for', { timeout: 20_000 }, async () => {
    const config = path.join(cli.folder, 'other-tools');
    const profile = profileFolder({ XDG_CONFIG_HOME: config, APPDATA: config });
    mkdirSync(profile, { recursive: true });
    const of = async (args: readonly string[], environment?: Readonly<Record<string, string>>) => {
      const running = cli.start(['mcp', ...args], environment);
      running.child.stdin?.write(listing);
      const [, names] = await running.until('stdout', /"tools":\[(.*)\n/);
      running.child.stdin?.end();
      await running.done;
      return names ?? '';
    };
    expect(await of([])).toContain('"click_element"');
    expect(await of(['--tools', 'windows'])).not.toContain('"click_element"');
    writeFileSync(path.join(profile, 'settings.json'), JSON.stringify({ version: 1, mcpToolSets: ['windows'] }));
    expect(await of([], { XDG_CONFIG_HOME: config, APPDATA: config })).not.toContain('"click_element"');
  });

  it('keeps what was recorded on Ctrl+C', { timeout: 20_000 }, async () => {
    const file = path.join(cli.folder, 'made.json');
    const running = cli.start(['record', '-o', file, '--window', 'Calculator', '--json', ...interruptible]);
    await running.until('stderr', /Recording\./);
    running.interrupt();
    const { code, stdout } = await running.done;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, file, notice: '' });
    expect(parseRecording(JSON.parse(readFileSync(file, 'utf8'))).name).toBe('made');
  });

  it('keeps what was recorded until its input ended, where that counts', { timeout: 20_000 }, async () => {
    const file = path.join(cli.folder, 'piped.json');
    const running = cli.start(['record', '-o', file, '--until-eof']);
    await running.until('stderr', /Recording\./);
    running.child.stdin?.end();
    expect(await running.done).toMatchObject({ code: 0, stdout: `Saved 0 steps to ${file}.\n` });
  });

  it('keeps all that was notified of a run, if it is killed', { timeout: 20_000 }, async () => {
    const [script, trace] = ['script.json', 'killed'].map((name) => path.join(cli.folder, name)) as [string, string];
    writeFileSync(script, JSON.stringify({ HostAgent: [assign('Calculator', 'Press 7')] }));
    const press = { selector: 'role=Button name="7"', window: { app: 'calculator' } };
    const answer = { status: 'CONTINUE', thought: 'On.', action: { function: 'click_input', arguments: press } };
    const endpoint = await serveModel([{ does: 'answer', text: JSON.stringify(answer) }, { does: 'hang' }]);
    try {
      const models = ['--model', `scripted:${script}`, '--app-model', 'local:any', '--base-url', endpoint.url];
      const running = cli.start(['run', 'Press 7', ...models, '--allow', 'act', '--trace', trace]);
      await running.until('stderr', /click_input.*\n.* CONTINUE On\./);
      running.child.kill('SIGKILL');
      const { stderr } = await running.done;
      const shown = (await cli.json('runs', 'show', trace)) as unknown as ShownRun;
      expect(shown).toMatchObject({ complete: false, why: { reasons: [{ kind: 'cut' }] } });
      expect(shown.steps[1]).toMatchObject({ action: expect.stringContaining('click_input') as string });
      const states = shown.story.flatMap(({ event }) => (event.event === 'state' ? event : []));
      const reported = states.map(({ agent, to, why }) => `${agent.name} ${to} ${why}`);
      expect(reported).toEqual(stderr.split('\n').filter((line) => /^\S*Agent\S* /.test(line)));
    } finally {
      await endpoint.close();
    }
  });

  it('watches until Ctrl+C', { timeout: 20_000 }, async () => {
    const running = cli.start(['windows', '--watch', ...interruptible]);
    await running.until('stderr', /Watching/);
    running.interrupt();
    expect(await running.done).toMatchObject({ code: 0, stdout: '' });
  });

  it('ends quietly when its reader goes away', { timeout: 20_000 }, async () => {
    const running = cli.start(['tree', 'Ten thousand rows']);
    running.child.stdout?.destroy();
    expect(await running.done).toMatchObject({ code: 0, stderr: '' });
  });

  // Windows is never without one.
  it.skipIf(process.platform === 'win32')(
    'reports what to do if there is no display',
    { timeout: 20_000 },
    async () => {
      const running = cli.start(['doctor', '--json'], { DESKSCOPE_BACKEND: 'auto', DISPLAY: '', WAYLAND_DISPLAY: '' });
      const { code, stdout } = await running.done;
      const answer = JSON.parse(stdout) as { ok: boolean; checks: { status: string; fix: string }[] };
      expect([code, answer.ok]).toEqual([1, false]);
      for (const { status, fix } of answer.checks) expect(fix !== '').toBe(status !== 'ok');
    },
  );
});

it('bin/deskscope.cjs reports what is missing, or runs', async () => {
  const { code, stdout, stderr } = await new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, ['bin/deskscope.cjs', 'version'], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
  if (code === 0) expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  else expect(stderr).toContain('npm run build');
});
