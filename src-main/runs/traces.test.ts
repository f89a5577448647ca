import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CallSummary, RunFile } from '#contract/model/runs/trace';
import type { AgentStepSummary } from '#contract/model/agents/agent-step';
import { runOnFake } from '../agents/testing/task-bench.ts';
import { silentLog } from '../base/log.ts';
import { createLocalEngine } from '../engine/process/local-engine.ts';
import { createFakeBackend } from '../engine/backends/fake/index.ts';
import { CallRun, inRun } from '../tools/call-run.ts';
import { createBench, type Bench } from '../tools/testing/run-tools.ts';
import { Runs } from './runs.ts';
import { traceFiles } from './trace/trace-files.ts';
import { openTrace } from './trace/trace-reader.ts';
import { Traces } from './traces.ts';

const readList = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString('utf8'));
let root: string;
let bench: Bench;
let traces: Traces;
let runs: Runs;
let reported: string[];

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'deskscope-traces-'));
  reported = [];
  const backend = createFakeBackend();
  const engine = await createLocalEngine({ log: silentLog, backend: () => Promise.resolve(backend) });
  const own = new CallRun('app', () => 'Deskscope');
  traces = new Traces({ root, own, source: engine, log: silentLog, onStopped: (reason) => reported.push(reason) });
  runs = new Runs({ folder: root, live: () => traces.live(), changed: () => undefined });
  bench = await createBench({ engine, policyMode: 'all', observers: [traces] });
});
afterEach(async () => {
  await runs.close();
  await traces.close();
  await bench.close();
  rmSync(root, { recursive: true, force: true });
});

const client = (name: string) => new CallRun('client', () => name);
const press = (key: string) =>
  bench.run('click_input', { selector: `role=Button name="${key}"`, window: { app: 'calculator' } });
const look = () => bench.run('get_desktop_app_info');
const about = (run: string) => JSON.parse(readFileSync(path.join(root, run, traceFiles.run), 'utf8')) as RunFile;
const ended = (title: string) =>
  expect
    .poll(async () => (await runs.list()).runs.find((run) => run.title === title))
    .toMatchObject({ live: false, outcome: expect.anything() as object });

it('keeps the calls of each run in a trace of its own, numbered from 1, and those of no run in the app’s', async () => {
  const [one, other] = [client('one'), client('other')];
  await Promise.all([inRun(one, look), inRun(other, look), look(), inRun(one, () => press('7'))]);
  const { runs: live } = await runs.list();
  expect(live.map(({ title, kind, live: isLive }) => `${title} ${kind} ${isLive}`).sort()).toEqual([
    'Deskscope app true',
    'one client true',
    'other client true',
  ]);
  const callsOf = async (title: string) => {
    const { calls } = await runs.open(live.find((run) => run.title === title)?.id ?? '');
    return (readList(calls) as CallSummary[]).map(({ call, tool }) => `${call} ${tool.split('::')[1]}`);
  };
  expect(await callsOf('Deskscope')).toEqual(['1 get_desktop_app_info']);
  expect(await callsOf('other')).toEqual(['1 get_desktop_app_info']);
  expect((await callsOf('one')).map((row) => row.replace(/^\d /, '')).sort()).toEqual([
    'click_input',
    'get_desktop_app_info',
  ]);
  expect((await callsOf('one')).map((row) => row[0])).toEqual(['1', '2']);
});

it('names the run that cannot be written any further', async () => {
  await look();
  rmSync(root, { recursive: true });
  writeFileSync(root, '');
  await inRun(client('one'), look);
  expect(reported).toEqual([
    expect.stringMatching(/^“one” is not traced any further, and everything else goes on: .*[^.]\.$/),
  ]);
});

it('reports how a run ended, and leaves none of one that called nothing', async () => {
  const [replay, silent] = [new CallRun('replay', () => 'Sums'), client('silent')];
  await inRun(replay, () => press('7'));
  replay.end({ status: 'failed', text: 'Step 2: No element matches.' });
  silent.end();
  await ended('Sums');
  const [own, kept, ...none] = (await runs.list()).runs;
  expect(own).toMatchObject({ title: 'Deskscope', live: true });
  expect(kept).toMatchObject({ kind: 'replay', outcome: { status: 'failed', text: 'Step 2: No element matches.' } });
  expect(none).toEqual([]);
  const { seen } = await runs.call(kept?.id ?? '', 1);
  expect(seen.after?.picture).toBeDefined();
});

it('waits with the end of a run for the calls that are under way', async () => {
  const run = client('hasty');
  const calling = inRun(run, () => press('7'));
  await expect.poll(() => traces.live().length).toBe(2);
  run.end();
  await calling;
  await ended('hasty');
  const [, kept] = (await runs.list()).runs;
  const trace = await openTrace(kept?.place ?? '');
  expect(trace.calls).toMatchObject([{ status: 'ok' }]);
  expect(trace.complete).toBe(true);
  await trace.close();
});

it('finds a call by its number in the process, and back', async () => {
  await look();
  const run = client('one');
  const outcome = await inRun(run, look);
  const place = traces.placeOf(outcome.call ?? 0);
  expect(place).toEqual({ run: traces.live()[1]?.id, call: 1 });
  expect(place && traces.callAt(place)).toBe(outcome.call);
  expect(place && traces.runAt(place.run)).toBe(run);
  expect(traces.placeOf(99)).toBeNull();
  run.end();
  expect(place && traces.runAt(place.run)).toBeNull();
  // What comes after the end is nobody's but the app's own.
  const late = await inRun(run, look);
  expect(traces.placeOf(late.call ?? 0)?.run).toBe(traces.live()[0]?.id);
});

it('ends an agents’ task as its agents told', async () => {
  const task = new CallRun('task', () => 'compute');
  const writer = traces.writerOf(task);
  const usage = { inputTokens: 1, outputTokens: 1, cost: null };
  writer.report({ event: 'outcome', round: 1, outcome: 'unproven', text: 'Not seen.', usage, steps: 1 });
  expect(traces.writerOf(task)).toBe(writer);
  task.end();
  await ended('compute');
  expect((await runs.list()).runs[1]).toMatchObject({
    kind: 'task',
    outcome: { status: 'unproven', text: 'Not seen.' },
  });
});

it('keeps everything that the agents of a task call in its run, by whatever way', async () => {
  const task = new CallRun('task', () => 'press');
  const select = {
    function: 'select_application_window',
    arguments: { id: '{{"name":"Calculator","id":"(\\d+)"}}', name: 'Calculator' },
  };
  await inRun(task, () =>
    runOnFake({
      observers: [traces],
      journal: traces.writerOf(task),
      script: {
        HostAgent: [
          { ...select, status: 'ASSIGN', current_subtask: 'Press it', plan: [] },
          { status: 'FINISH', result: 'Done.', evidence: [{ window: 'Calculator', text: 'Display' }] },
        ],
        AppAgent: [{ status: 'FINISH', action: [], result: 'pressed' }],
      },
    }),
  );
  task.end();
  await ended('press');
  const [own, kept] = (await runs.list()).runs;
  expect(own?.calls).toBe(0);
  const { calls, steps } = await runs.open(kept?.id ?? '');
  const tools = (readList(calls) as CallSummary[]).map(({ tool }) => tool.split('::')[1]);
  expect(tools).toEqual(expect.arrayContaining(['select_application_window', 'get_app_window_controls_target_info']));
  expect((readList(steps) as AgentStepSummary[])[0]?.calls).toEqual([tools.indexOf('select_application_window') + 1]);
});

it('ends every run when the app is closed', async () => {
  await inRun(client('one'), look);
  await look();
  await traces.close();
  const names = readdirSync(root);
  expect(names).toHaveLength(2);
  for (const name of names)
    expect(about(name)).toMatchObject({ outcome: { status: 'ended' }, ended: expect.any(String) as string });
  await look();
  expect(readdirSync(root)).toEqual(names);
});

it('gives runs that begin at the same moment folders of their own', async () => {
  const many = Array.from({ length: 8 }, (_, at) => client(`client ${at}`));
  await Promise.all(many.map((run) => inRun(run, look)));
  expect(readdirSync(root)).toHaveLength(8);
});
