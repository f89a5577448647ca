import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseRecording, type Recording } from '#contract/model/recordings/recording';
import type { ToolCall } from '#contract/model/tools/tool-call';
import { runProgram } from '../cli/testing/run-program.ts';
import { createHttpBench, token, type HttpBench } from '../mcp/testing/http-bench.ts';
import { defaultTimeoutMs, waiting } from '../dialects/steps.ts';
import { Replay } from '../replay/replay.ts';
import { emptyRecording } from './editing/edit.ts';
import { exportRecording } from './exporters/list.ts';
import { toRecording } from './importers/imported.ts';
import { importToolCalls } from './importers/tool-calls.ts';
import { actsOf, type EngineAct } from './testing/acts.ts';
import { writePythonMcp } from './testing/python-mcp.ts';

/** Every action, with positions, effects, secrets, conditions and groups, on the scripted desktop. */
const kept = path.join(import.meta.dirname, 'testing/kept/recording.json');
const recording = parseRecording(JSON.parse(readFileSync(kept, 'utf8')));
const secrets = { DESKSCOPE_SECRET_PASSWORD: 'hush', DESKSCOPE_SECRET_TYPED: 'quiet' };

/** Inside the project, where the script finds its packages. */
let folder: string;
beforeAll(() => {
  const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(path.join(cache, 'scripts-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A script's calls, and the resulting engine calls. */
interface Doings {
  readonly calls: readonly unknown[];
  readonly acts: readonly EngineAct[];
}

/** Runs a script with its own server and desktop. */
async function doingsOf(run: (bench: HttpBench) => Promise<void>): Promise<Doings> {
  const calls: unknown[] = [];
  const bench = await createHttpBench({
    policyMode: 'all',
    settings: { destructiveWords: [], sensitiveApps: [] },
    observers: [{ before: ({ tool, parameters }) => void calls.push([tool, parameters]), after: () => undefined }],
  });
  try {
    const acts = actsOf(bench.engine);
    await run(bench);
    return { calls, acts };
  } finally {
    await bench.close();
  }
}

const variables = ({ serving: { url } }: HttpBench) => ({
  ...secrets,
  DESKSCOPE_URL: url,
  DESKSCOPE_TOKEN: token,
});

const scripts: Readonly<Record<string, (bench: HttpBench, of: Recording) => Promise<void>>> = {
  async python(bench, of) {
    const file = path.join(folder, 'script.py');
    writeFileSync(file, exportRecording(of, 'python').text);
    const own = hasMcp() ? {} : { PYTHONPATH: writePythonMcp(path.join(folder, 'python')) };
    expect(await runProgram('python3', [file], { ...variables(bench), ...own })).toEqual({ code: 0, stderr: '' });
  },
  async typescript(bench, of) {
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const { outputText } = ts.transpileModule(exportRecording(of, 'typescript').text, { compilerOptions });
    const file = path.join(folder, 'script.mjs');
    writeFileSync(file, outputText);
    expect(await runProgram(process.execPath, [file], variables(bench))).toEqual({ code: 0, stderr: '' });
  },
  /** As written, for any client that runs such calls. */
  async json(bench, of) {
    const calls = JSON.parse(exportRecording(of, 'json').text) as ToolCall[];
    for (const { tool_key, parameters } of calls) {
      expect(await bench.run(tool_key, JSON.parse(withSecrets(parameters)))).toMatchObject({ ok: true });
    }
  },
  /** As imported again, also without their metadata. */
  async import({ runner }, of) {
    const calls = JSON.parse(exportRecording(of, 'json').text) as ToolCall[];
    const written = JSON.stringify(calls.map(({ meta: _, ...call }) => call));
    const imported = toRecording(importToolCalls(written), emptyRecording('imported', '2026-01-01T00:00:00.000Z'));
    const replay = new Replay({ runner, settings: () => ({ stepTimeoutMs: 5_000 }), environment: secrets });
    const { status, results } = await replay.run({ recording: imported, mayStart: true });
    expect([status, results.filter((one) => one.status !== 'passed')]).toEqual(['passed', []]);
  },
  /** The TypeScript script's calls as an earlier version wrote them. */
  async 'an earlier script'(bench) {
    const calls = JSON.parse(readFileSync(path.join(path.dirname(kept), 'step-calls.json'), 'utf8')) as StepCall[];
    for (const [index, { tool, parameters }] of calls.entries()) {
      // The script sets the timeout once, and only deviating timeouts at steps.
      const limits = waiting(recording.steps[index]?.timeoutMs ?? defaultTimeoutMs);
      expect(await bench.run(tool, JSON.parse(withSecrets({ ...limits, ...parameters })))).toMatchObject({
        ok: true,
      });
    }
  },
};

interface StepCall {
  readonly tool: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

function withSecrets(parameters: object): string {
  return JSON.stringify(parameters).replace(/\$\{(DESKSCOPE_\w+)\}/g, (_, name: keyof typeof secrets) => secrets[name]);
}

function hasMcp(): boolean {
  try {
    execFileSync('python3', ['-c', 'from mcp.client.streamable_http import create_mcp_http_client'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

/** Each step once and unconditionally; otherwise scripts report omissions. */
const once = withoutRules(recording);

/** The calls of replay. */
let wanted: Doings;
beforeAll(async () => {
  wanted = await doingsOf(async ({ runner }) => {
    const replay = new Replay({ runner, settings: () => ({ stepTimeoutMs: 5_000 }), environment: secrets });
    expect((await replay.run({ recording: once, mayStart: true })).status).toBe('passed');
  });
}, 120_000);

it('replay makes a call for each step, at its position and with its effects', () => {
  expect(wanted.calls).toHaveLength(recording.steps.filter(({ enabled }) => enabled).length);
  expect(wanted.calls[0]).toMatchObject([
    'action::step_click',
    { at: { x: 5, y: 5 }, size: { width: 52, height: 42 }, expected: [{ type: 'text', text: '7' }] },
  ]);
  expect(JSON.stringify(wanted.calls)).not.toContain('hush');
  expect(JSON.stringify(wanted.acts)).toContain('hush');
});

// Windows has no Python by default.
const here = Object.entries(scripts).filter(([name]) => process.platform !== 'win32' || name !== 'python');
it.concurrent.each(here)('%s makes the same calls, with the same results', { timeout: 120_000 }, async (_, run) => {
  const { calls, acts } = await doingsOf((bench) => run(bench, once));
  expect(calls).toEqual(wanted.calls);
  expect(acts).toEqual(wanted.acts);
});

/** Each step once, unconditionally. */
function withoutRules({ groups: _, steps, ...recording }: Recording): Recording {
  return { ...recording, steps: steps.map(({ group: __, when: ___, ...step }) => step) };
}
