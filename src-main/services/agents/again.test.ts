import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AgentKind } from '#contract/model/agents/agent';
import type { AgainTask } from '#contract/model/agents/task';
import { uncontrolled, type HeldRun } from '../../agents/control.ts';
import { assign, click, shows } from '../../agents/testing/answers.ts';
import { clicks } from '../../agents/testing/ten-tasks.ts';
import { runOnFake, type TaskBenchOptions, type TaskRun } from '../../agents/testing/task-bench.ts';
import { silentLog } from '../../base/log.ts';
import { descend } from '../../engine/backends/fake/element.ts';
import { createFakeBackend, type FakeBackend } from '../../engine/backends/fake/index.ts';
import { createLocalEngine } from '../../engine/process/local-engine.ts';
import type { Model } from '../../agents/models/model.ts';
import { openModel } from '../../agents/models/open-model.ts';
import { scriptedModel } from '../../agents/models/scripted.ts';
import { serveModel } from '../../agents/models/testing/endpoint.ts';
import { computerSpeakers, pictureSizeIn, type Line } from '../../agents/models/testing/speakers.ts';
import { openTrace } from '../../runs/trace/trace-reader.ts';
import { createTraceWriter } from '../../runs/trace/trace-writer.ts';
import { changedModels, openAgain } from './again.ts';

let folder: string;
let fake: FakeBackend;
/** The display's text before each step of the first run. */
let displayAt: Map<number, string>;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-again-'));
  fake = createFakeBackend();
  displayAt = new Map();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const calculator = () => fake.desktop.windows.find(({ title }) => title === 'Calculator')!;
const named = (name: string) => [...descend(calculator().root)].find((one) => one.name === name)!;
const display = () => named('Display').value ?? '';
const enter = (keys: string) => Array.from(keys).forEach((key) => named(key).onInvoke?.());
const engine = () => createLocalEngine({ log: silentLog, backend: () => Promise.resolve(fake) });

/** Steps: 1 assigns, 2 presses 7, 3 presses × and 6, 4 presses =, 5 finishes, 6 claims that it is done. */
async function firstRun(
  more: Pick<TaskBenchOptions, 'control' | 'nextRequest'> = {},
  later: Record<AgentKind, readonly Record<string, unknown>[]> = { HostAgent: [], AppAgent: [] },
): Promise<void> {
  const seeing = await engine();
  const writer = createTraceWriter({ folder, run: 'r1', title: 'Compute', log: silentLog, source: seeing });
  await runOnFake({
    ...more,
    engine: seeing,
    rests: false,
    request: 'compute 7 × 6',
    observers: [writer],
    journal: {
      ...writer,
      report(event) {
        if (event.event === 'step') displayAt.set(event.step, display());
        writer.report(event);
      },
    },
    script: {
      HostAgent: [assign('Calculator', 'Compute 7 × 6'), shows('Calculator', '42'), ...later.HostAgent],
      AppAgent: [
        { status: 'CONTINUE', action: [click('7')] },
        { status: 'CONTINUE', action: ['×', '6'].map(click) },
        { status: 'CONTINUE', action: [click('=')] },
        { status: 'FINISH', result: '42' },
        ...later.AppAgent,
      ],
    },
  });
  await writer.close();
}

interface Tried {
  readonly run: TaskRun;
  /** The display's text when each act began. */
  readonly acts: readonly string[];
}

const rest = {
  HostAgent: [shows('Calculator', '13'), { status: 'FAIL' }],
  AppAgent: [
    { status: 'CONTINUE', action: [click('=')] },
    { status: 'FINISH', result: '13' },
  ],
};

interface Changed extends TaskBenchOptions {
  readonly thinking?: () => void;
  /** Replaces the scripted model. */
  readonly AppAgent?: Model;
}

async function again(asked: Partial<AgainTask>, more: Changed = {}) {
  const trace = await openTrace(folder);
  const seeing = await engine();
  const acts: string[] = [];
  try {
    const opened = await openAgain({ run: 'r1', step: 3, model: 'scripted', limits: {}, ...asked }, trace, seeing);
    const model = (kind: 'HostAgent' | 'AppAgent') => {
      const scripted = scriptedModel('scripted:test', more.script ?? rest, kind);
      const ask: typeof scripted.ask = (request, signal) => (more.thinking?.(), scripted.ask(request, signal));
      return { ...scripted, ask };
    };
    const models = changedModels(
      { HostAgent: model('HostAgent'), AppAgent: more.AppAgent ?? model('AppAgent') },
      opened,
    );
    const before = ({ effect }: { readonly effect?: string }) => void (effect === 'act' && acts.push(display()));
    const observers = [{ before, after: () => undefined }];
    const run = await runOnFake({
      engine: seeing,
      request: opened.given.task,
      models,
      past: opened.past,
      rests: false,
      observers,
    });
    return { run, acts } satisfies Tried;
  } finally {
    await trace.close();
  }
}

const plus = JSON.stringify({ status: 'CONTINUE', action: ['+', '6'].map(selected) });
function selected(name: string) {
  return {
    function: 'click_input',
    arguments: { selector: `role=Button name="${name}"`, window: { app: 'calculator' } },
  };
}

it('repeats a step with another answer, recalls the steps before it, and continues', async () => {
  await firstRun();
  enter('C7');
  const { run, acts } = await again({ answer: plus });
  expect(run).toMatchObject({ outcome: 'done', steps: 6 });
  expect(display()).toBe('13');
  expect(acts[0]).toBe('7');
  expect(run.of('step').map(({ from = '' }) => from)).toEqual(['r1', 'r1', '', '', '', '']);
  const [next] = run.of('asked').filter(({ step }) => step === 4);
  const prompt = run.kept(next!.prompt);
  expect(prompt).toContain('Step 2: click_input(');
  expect(prompt).toContain('The whole request: compute 7 × 6');
  expect(run.states('HostAgent').slice(0, 2)).toEqual(['CONTINUE', 'ASSIGN']);
});

/** The same run, in which the user took over before step 4 could press =, and pressed it themselves. */
async function runWithUserActions(): Promise<void> {
  let did: HeldRun['did'] = () => undefined;
  await firstRun({
    control: {
      ...uncontrolled,
      begin(run) {
        ({ did } = run);
        return () => undefined;
      },
      answered({ step, text }) {
        if (step !== 4) return Promise.resolve(text);
        enter('=');
        did({ action: selected('='), text: 'Click Button “=”', target: null });
        return Promise.resolve(null);
      },
    },
  });
}

it('replays the record of the user’s own acts, which agents remember, without repeating them', async () => {
  await runWithUserActions();
  expect(display()).toBe('42');
  const press = (keys: string) => JSON.stringify({ status: 'CONTINUE', action: Array.from(keys).map(selected) });
  const script = {
    HostAgent: [shows('Calculator', '84')],
    AppAgent: [{ status: 'FINISH', result: '84' }],
  };
  const { run, acts } = await again({ step: 6, answer: press('×2=') }, { script });
  expect(run).toMatchObject({ outcome: 'done' });
  expect(display()).toBe('84');
  expect(acts[0]).toBe('42');
  const byHand = run.of('step').find(({ agent }) => agent.kind === 'Person');
  expect(byHand).toMatchObject({ step: 5, from: 'r1' });
  const [next] = run.of('asked');
  expect(run.kept(next!.prompt)).toContain('Click Button “=” (by hand)');
  expect(run.kept(next!.prompt)).toContain('The user took over before your answer was followed');
  await expect(again({ step: 5 })).rejects.toThrow('no step of an agent');
});

it.each(computerSpeakers.map((speaker) => [speaker.name, speaker] as const))(
  'lets a computer-use model continue from a step: %s',
  async (name, speaker) => {
    await firstRun();
    enter('C7×6');
    const lines: readonly Line[] = [{ acts: clicks('=') }, { replies: 'It shows 42.' }];
    const behaviours = lines.map((line) => ({
      does: 'reply' as const,
      reply: (body: Readonly<Record<string, unknown>>) => speaker.replyTo(line, pictureSizeIn(body)),
    }));
    const endpoint = await serveModel(behaviours);
    try {
      const AppAgent = await openModel(name, { baseUrl: endpoint.url, variables: {}, pausesMs: [1] });
      const { run, acts } = await again({ step: 4 }, { script: { HostAgent: [shows('Calculator', '42')] }, AppAgent });
      expect(run).toMatchObject({ outcome: 'done' });
      expect(acts).toEqual(['6']);
      expect(JSON.stringify(endpoint.received[0]?.body)).toContain('What you did so far');
    } finally {
      await endpoint.close();
    }
  },
);

it('asks another model again at that step', async () => {
  await firstRun();
  enter('C7');
  const script = { ...rest, AppAgent: [{ status: 'CONTINUE', action: ['+', '6'].map(selected) }, ...rest.AppAgent] };
  expect((await again({}, { script })).run.outcome).toBe('done');
  expect(display()).toBe('13');
});

it('repeats a HostAgent’s step with the windows listed back then', async () => {
  await firstRun();
  const script = { HostAgent: [shows('Calculator', '42')] };
  expect((await again({ step: 6 }, { script })).run).toMatchObject({ outcome: 'done', steps: 6 });
  fake.desktop.start('notes');
  const { run, acts } = await again({ step: 6 }, { script });
  expect(run).toMatchObject({ outcome: 'failed', text: expect.stringContaining('Window “Notes” came') as string });
  expect(acts).toEqual([]);
});

it('recalls earlier rounds with their requests and results', async () => {
  const requests = ['Double it', 'And again', null];
  const later = {
    HostAgent: [assign('Calculator', 'Double it'), shows('Calculator', '84'), { status: 'FAIL' }],
    AppAgent: [
      { status: 'CONTINUE', action: [click('×'), click('2'), click('=')] },
      { status: 'FINISH', result: '84' },
    ],
  };
  await firstRun({ nextRequest: () => Promise.resolve(requests.shift() ?? null) }, later);
  expect(display()).toBe('84');
  enter('C7×6=');
  const press = JSON.stringify({ status: 'CONTINUE', action: ['×', '3', '='].map(selected) });
  const script = { HostAgent: [shows('Calculator', '126')], AppAgent: [{ status: 'FINISH', result: '126' }] };
  const { run, acts } = await again({ step: 8, answer: press }, { script });
  expect(run).toMatchObject({ outcome: 'done', rounds: 2 });
  expect(acts[0]).toBe('42');
  expect(run.of('round').map(({ request }) => request)).toEqual(['compute 7 × 6', 'Double it']);
  // The display has changed since: the first round's result is not checked again.
  expect(run.of('outcome').map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  const [next] = run.of('asked');
  expect(run.kept(next!.prompt)).toContain('The whole request: Double it');
});

it('reports a difference and does nothing', async () => {
  await firstRun();
  enter('C8');
  const { run, acts } = await again({ answer: plus });
  expect(run).toMatchObject({
    outcome: 'failed',
    text: 'Nothing was done: the desktop is not as it was before step 3: Edit “Display” holds “7” is now Edit “Display” holds “8”.',
  });
  expect(acts).toEqual([]);
  expect(run.of('asked')).toEqual([]);
});

it('finds the window under a new handle, and reports it if missing', async () => {
  await firstRun();
  fake.desktop.close(calculator());
  const gone = await again({ answer: plus });
  expect(gone.run.text).toMatch(/^Nothing was done: .* it could not be looked at/);
  fake.desktop.start('calculator');
  enter('7');
  expect((await again({ answer: plus })).run.outcome).toBe('done');
});

it('does nothing if the desktop changes while the model thinks', async () => {
  await firstRun();
  enter('C7');
  const script = { ...rest, AppAgent: [{ status: 'CONTINUE', action: ['+', '6'].map(selected) }] };
  const { run, acts } = await again({}, { script, thinking: () => enter('1') });
  expect(run.text).toContain('holds “71”');
  expect(acts).toEqual([]);
});

it('refuses steps that cannot be repeated and answers that cannot be parsed', async () => {
  await firstRun();
  await expect(again({ step: 99 })).rejects.toMatchObject({ code: 'invalid_parameter' });
  await expect(again({ answer: 'no JSON' })).rejects.toMatchObject({ code: 'invalid_parameter' });
});

const person = { answer: () => Promise.resolve(null), confirm: () => Promise.resolve(true) };

/** Mulberry32 (Tommy Ettinger, public domain): the same numbers for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

it('never acts on a desktop that differs from the recorded one, however and whenever it changed', async () => {
  await firstRun();
  let acted = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const next = numbersFrom(seed);
    const one = <T>(...choices: readonly T[]) => choices[Math.floor(next() * choices.length)] as T;
    const step = one(2, 3, 3, 4);
    enter(`C${one('', '7', '7', '7×6', '8')}`);
    const late = one('', '', '1');
    const answer = one(
      undefined,
      plus,
      JSON.stringify({ status: one('CONFIRM', 'PENDING', 'ERROR'), action: selected('9') }),
    );
    const act = { status: one('CONTINUE', 'CONFIRM'), action: one([click('9')], [selected('9')]) };
    const script = {
      HostAgent: [{ status: 'FAIL' }],
      AppAgent: [one<Record<string, unknown> | string>(act, act, 'garbage'), act, act],
    };
    const { acts } = await again(
      { step, ...(answer !== undefined && { answer }) },
      { script, thinking: () => enter(late), person },
    );
    if (acts.length > 0) expect([seed, acts[0]]).toEqual([seed, displayAt.get(step)]);
    acted += acts.length;
  }
  expect(acted).toBeGreaterThan(5);
});
