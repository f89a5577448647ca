import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AgentStepSummary, StoryEvent } from '#contract/model/agents/agent-step';
import { runOnFake, type TaskBenchOptions } from '../agents/testing/task-bench.ts';
import { silentLog } from '../base/log.ts';
import { Runs } from './runs.ts';
import { traceFiles } from './trace/trace-files.ts';
import { openTrace, type TraceReader } from './trace/trace-reader.ts';
import { createTraceWriter, type TraceWriter } from './trace/trace-writer.ts';

const readList = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString('utf8'));
let root: string;
let folder: string;
let writer: TraceWriter;
const readers: TraceReader[] = [];

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'deskscope-steps-'));
  folder = path.join(root, 'r1');
  writer = createTraceWriter({ folder, run: 'r1', title: 'Compute', kind: 'task', log: silentLog });
});
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.close()));
  await writer.close();
  rmSync(root, { recursive: true, force: true });
});

const select = (title: string) => ({
  function: 'select_application_window',
  arguments: { id: `{{"name":"${title}","id":"(\\d+)"}}`, name: title },
});
const click = (name: string) => ({
  function: 'click_input',
  arguments: { id: `{{(\\d+)\\. Button: "${name}"}}`, name },
});

/** Real agents on the scripted desktop, in the trace; an answer that cannot be used, and a tool that there is not. */
function compute(more: Partial<TaskBenchOptions> = {}) {
  return runOnFake({
    request: 'compute 7 × 6',
    observers: [writer],
    journal: writer,
    script: {
      HostAgent: [
        { ...select('Calculator'), status: 'ASSIGN', current_subtask: 'Compute it', plan: [] },
        { status: 'FINISH', result: '42 it is.', evidence: [{ window: 'Calculator', text: '42' }] },
      ],
      AppAgent: [
        'no JSON at all',
        { status: 'CONTINUE', action: ['7', '×'].map(click) },
        { status: 'CONTINUE', action: [{ function: 'paint', arguments: {} }, click('6')] },
        { status: 'CONTINUE', action: ['6', '='].map(click) },
        { status: 'FINISH', action: null, result: '42' },
      ],
    },
    ...more,
  });
}

async function open(options: Parameters<typeof openTrace>[1] = {}): Promise<TraceReader> {
  const reader = await openTrace(folder, options);
  readers.push(reader);
  return reader;
}

const inShort = ({ step, agent, subTask, state, action, status, attempts }: AgentStepSummary) =>
  [step, agent.kind, subTask ?? '', state, action.replace(/\(.*?\)/g, ''), status, attempts].join(' | ');

it('reports every step what its agent did, and which calls it made', async () => {
  const run = await compute();
  expect(run.outcome).toBe('done');
  await writer.close();
  const { steps, calls } = await open();
  expect(steps.map(inShort)).toEqual([
    '1 | HostAgent |  | ASSIGN | select_application_window | success | 1',
    '2 | AppAgent | 1 | CONTINUE | click_input; click_input | success | 2',
    '3 | AppAgent | 1 | CONTINUE | paint; click_input | failure | 1',
    '4 | AppAgent | 1 | CONTINUE | click_input; click_input | success | 1',
    '5 | AppAgent | 1 | FINISH |  | none | 1',
    '6 | HostAgent |  | FINISH |  | none | 1',
  ]);
  const toolsOf = (step: number) => steps[step - 1]?.calls.map((call) => calls.find((one) => one.call === call)?.tool);
  expect(toolsOf(1)).toEqual(['action::select_application_window']);
  expect(toolsOf(2)).toEqual(['action::click_input', 'action::click_input']);
  expect(toolsOf(5)).toEqual([]);
  expect(steps[2]?.problem).toContain('paint');
  expect(steps.every(({ ended, elapsedMs, at }) => ended && elapsedMs >= 0 && at > 1e12)).toBe(true);
  expect(steps[0]).toMatchObject({ round: 1, problem: '', edited: false });
});

it('reports the story, and how the run ended', async () => {
  const run = await compute();
  await writer.close();
  const { story, about } = await open();
  expect(story[0]?.event).toMatchObject({ event: 'round', request: 'compute 7 × 6' });
  expect(story.at(-1)?.event).toMatchObject({ event: 'outcome', outcome: 'done' });
  const names = ['round', 'state', 'plan', 'noted', 'question', 'reply', 'edited', 'control', 'outcome'];
  const expected = run.events.filter(({ event }) => names.includes(event));
  // The blackboard entries of each act are part of its step.
  expect(story.map(({ event }) => event)).toEqual(
    expected.filter((event) => event.event !== 'noted' || event.entry.list !== 'trajectories'),
  );
  expect(story.map(({ at }) => at)).toEqual(story.map(({ at }) => at).sort((a, b) => a - b));
  expect(about).toMatchObject({ kind: 'task', outcome: { status: 'done', text: '42 it is.' } });
  expect(Date.parse(about.ended ?? '')).toBeGreaterThan(1e12);
});

it('gives a step whole, with the texts that the model read', async () => {
  const run = await compute();
  await writer.close();
  const runs = new Runs({ folder: root, changed: () => undefined });
  const { summary, events } = await runs.step('r1', 2);
  expect(summary.step).toBe(2);
  expect(events.map(({ event }) => event)).toEqual(
    run.events.filter((event) => {
      if (event.event === 'noted') return event.entry.list === 'trajectories' && event.entry.step === 2;
      return 'step' in event && event.step === 2;
    }),
  );
  const asked = events.find(({ event }) => event.event === 'asked')?.event;
  const prompt = asked?.event === 'asked' ? await runs.blob('r1', asked.prompt) : null;
  expect(Buffer.from(prompt ?? []).toString('utf8')).toContain('Your sub-task: Compute it');
  await expect(runs.step('r1', 99)).rejects.toMatchObject({ code: 'not_found' });
  const opened = await runs.open('r1');
  expect((readList(opened.steps) as unknown[]).length).toBe(6);
  expect(opened.info).toMatchObject({ kind: 'task', live: false, outcome: { status: 'done' } });
  await runs.close();
});

it('reports steps and story live as they are read later', async () => {
  const steps = new Map<number, AgentStepSummary>();
  const story: StoryEvent[] = [];
  writer.onStep((step) => steps.set(step.step, step));
  writer.onStory((event) => story.push(event));
  await compute();
  await writer.close();
  const read = await open();
  expect([...steps.values()]).toEqual(read.steps);
  expect(story).toEqual(read.story);
});

it('reads the same wherever its index was lost, and where a kill came', async () => {
  await compute();
  await writer.close();
  const { steps, story, calls } = await open();
  const index = path.join(folder, traceFiles.index);
  const lines = readFileSync(index, 'utf8').split('\n');
  for (const kept of [0, 1, 7, 20, lines.length - 3]) {
    writeFileSync(index, lines.slice(0, kept).join('\n'));
    const again = await open();
    expect({ steps: again.steps, story: again.story, calls: again.calls }).toEqual({ steps, story, calls });
  }
});

it('reports the same to a reader that trusts its lines, from an index without duplicates', async () => {
  await compute();
  await writer.close();
  // A writer that continues a trace writes all entries again.
  writer = createTraceWriter({ folder, run: 'r1', title: 'Compute', log: silentLog });
  writer.report({ event: 'control', act: 'paused', why: 'a rest' });
  await writer.close();
  const index = path.join(folder, traceFiles.index);
  const lines = readFileSync(index, 'utf8').trim().split('\n');
  const { calls, steps, story } = await open();
  expect(lines).toHaveLength(calls.length + steps.length + story.length);
  const own = await open({ own: true });
  const listsOf = ({ rows }: TraceReader) => [rows.calls, rows.steps, rows.story].map(readList);
  expect(listsOf(own)).toEqual([calls, steps, story]);
  expect(listsOf(await open())).toEqual([calls, steps, story]);
  expect({ calls: own.calls, steps: own.steps, story: own.story }).toEqual({ calls, steps, story });
  expect(await own.events()).toEqual(await (await open()).events());
  const call = lines.find((line) => line.startsWith('{"summary"')) ?? '';
  for (const damaged of ['{"summary":{"call":2}}', call.replace('"tool"', '\0'.repeat(6)), call.slice(0, -9)]) {
    writeFileSync(index, lines.map((line) => (line === call ? damaged : line)).join('\n'));
    expect(listsOf(await open({ own: true }))).toEqual([calls, steps, story]);
  }
});

it('reports a step cut short by a kill as unfinished, and continues after it', async () => {
  await compute();
  await writer.close();
  const trace = path.join(folder, traceFiles.trace);
  const text = readFileSync(trace, 'utf8');
  truncateSync(trace, text.indexOf('"event":"asked","step":4') - 20);
  rmSync(path.join(folder, traceFiles.index));
  const cut = await open();
  expect(cut.steps.at(-1)).toMatchObject({ step: 4, ended: false, state: null });
  expect(cut.complete).toBe(false);
  appendFileSync(trace, '\n');
  writer = createTraceWriter({ folder, run: 'r1', title: 'Compute', log: silentLog });
  writer.report({ event: 'control', act: 'halted', why: 'a kill' });
  const about = (await open()).about;
  expect(about.ended).toBeUndefined();
  await writer.close();
  const more = await open();
  expect(more.story.at(-1)?.event).toMatchObject({ event: 'control' });
  expect(more.steps).toEqual(cut.steps);
});
