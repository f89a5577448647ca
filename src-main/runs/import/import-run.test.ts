import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentEvent } from '#contract/model/agents/agent';
import { importRun } from './import-run.ts';
import { openTrace, type TraceReader } from '../trace/trace-reader.ts';

let root: string;
let reader: TraceReader | null;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'deskscope-import-'));
  mkdirSync(path.join(root, 'log'));
  reader = null;
});
afterEach(async () => {
  await reader?.close();
  rmSync(root, { recursive: true, force: true });
});

/** An import reads only the header of a PNG. */
function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(40, width);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(head);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

type Files = Readonly<Record<string, string | Buffer | readonly object[]>>;

function write(files: Files): string {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, 'log', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, Buffer.isBuffer(content) ? content : typeof content === 'string' ? content : inLines(content));
  }
  return path.join(root, 'log');
}

function inLines(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

async function taken(place: string): Promise<TraceReader> {
  const folder = path.join(root, 'taken');
  await importRun(place, folder);
  reader = await openTrace(folder);
  return reader;
}

async function reported<T extends AgentEvent['event']>(trace: TraceReader, name: T) {
  const events = await trace.events();
  return events.flatMap((event) =>
    event.type === 'agent' && event.agent.event === name ? [event.agent as Extract<AgentEvent, { event: T }>] : [],
  );
}

const host = {
  agent_type: 'HostAgent',
  agent_name: 'HostAgent',
  status: 'ASSIGN',
  round_num: 0,
  request: 'type hello',
  action: [
    {
      function: 'select_application_window',
      arguments: { id: '1', name: 'Calc' },
      target: { kind: 'window', name: 'Calc', id: '1', type: 'Window', rect: null },
      result: {
        status: 'success',
        error: null,
        result: { window_info: { title: 'Calc', rectangle: { x: 100, y: 100, width: 400, height: 600 } } },
        namespace: 'HostUIExecutor',
      },
    },
  ],
  execution_times: { LLM_INTERACTION: 2, ACTION_EXECUTION: 0.5 },
};
const app = {
  agent_type: 'AppAgent',
  agent_name: 'AppAgent/python/Calc',
  application_process_name: 'Calc',
  session_step: 1,
  round_num: 0,
  status: 'CONTINUE',
  request: 'type hello',
  subtask: 'press it',
  llm_cost: 0.01,
  clean_screenshot_path: 'C:\\logs\\t\\action_step1.png',
  action: [
    {
      function: 'click_input',
      arguments: { id: '7' },
      target: { kind: 'TargetKind.CONTROL', name: 'Seven', id: '7', type: 'Button', rect: [110, 110, 150, 150] },
      result: { status: 'failure', error: 'it is gone', namespace: 'AppUIExecutor' },
    },
  ],
};
const request = {
  step: 1,
  prompt: [
    { role: 'system', content: 'You press.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Press 7' },
        { type: 'image_url', image_url: { url: 'data:' } },
      ],
    },
  ],
  control_info: [{ id: '7', name: 'Seven', type: 'Button' }],
};
const tree = { id: 'n0', name: 'Calc', control_type: 'Window', rectangle: { left: 0, top: 0, right: 9, bottom: 9 } };

it('imports a log of UFO 3: steps, pictures, errors, and gaps of the format', async () => {
  const place = write({
    'response.log': `${inLines([host, app])}{"half`,
    'request.log': [request],
    'action_step0.png': png(1920, 1080),
    'action_step1.png': png(400, 600),
    'action_step1_annotated.png': png(1, 1),
    'ui_trees/ui_tree_step1.json': JSON.stringify({
      ...tree,
      children: [{ ...tree, id: 'n1', control_type: 'Button' }],
    }),
  });
  const trace = await taken(place);
  expect(trace.about).toMatchObject({
    title: 'type hello',
    origin: {
      format: 'UFO v3',
      name: 'log',
      lacks: expect.arrayContaining(['when each step happened', 'what agents observed and thought']) as string[],
      notes: [expect.stringContaining('Line 3'), expect.stringContaining('“action_step1_annotated.png” has one pixel')],
    },
  });
  expect(trace.about.outcome).toBeUndefined();
  expect(trace.complete).toBe(false);
  expect(trace.damaged).toBe(0);
  expect(trace.steps).toMatchObject([
    { agent: { kind: 'HostAgent' }, state: 'ASSIGN', status: 'success', elapsedMs: 2_500, calls: [1] },
    {
      agent: { name: 'AppAgent/python/Calc' },
      state: 'CONTINUE',
      status: 'failure',
      problem: 'it is gone',
      cost: 0.01,
    },
  ]);
  expect(trace.calls).toMatchObject([
    { tool: 'HostUIExecutor::select_application_window', status: 'ok' },
    { tool: 'AppUIExecutor::click_input', status: 'failed', error: 'tool_failed' },
  ]);
  const [, saw] = await reported(trace, 'saw');
  expect(saw).toMatchObject({ pictures: [{ label: 'Window', bounds: { x: 100, width: 400 } }], controlCount: 1 });
  const [asked] = await reported(trace, 'asked');
  expect(Buffer.from((await trace.blob(asked?.prompt ?? '')) ?? []).toString()).toBe(
    'system:\nYou press.\n\nuser:\nPress 7\n[image_url]',
  );
  expect((await reported(trace, 'acted'))[1]).toMatchObject({ target: { x: 110, y: 110, width: 40, height: 40 } });
  const seen = (await trace.call(2)).find((event) => event.type === 'seen');
  expect(seen).toMatchObject({ phase: 'before', tree: {}, picture: {} });
});

it('imports logs of UFO 1 and 2, with their agents’ thoughts', async () => {
  const both = {
    Agent: 'AppAgent',
    AgentName: 'a',
    Request: 'r',
    Round: 0,
    Observation: 'It is open.',
    Thought: 'Press.',
  };
  const trace = await taken(
    write({
      'response.log': [
        {
          ...both,
          Step: 0,
          Plan: '(1) Press',
          Function: 'click_input',
          Args: { button: 'left' },
          ControlText: '7',
          Status: 'CONTINUE',
          Results: 'ok',
        },
        {
          ...both,
          Step: 1,
          Plan: ['Press'],
          Status: 'FINISH',
          UserConfirm: 'No',
          Action: [{ Function: 'set_edit_text', Args: { text: 'x' }, Results: { status: 'success' } }],
        },
      ],
      'evaluation.log': [{ complete: 'yes', reason: 'It shows 7.' }],
    }),
  );
  expect(trace.about).toMatchObject({ origin: { format: 'UFO v1' }, outcome: { status: 'done', text: 'It shows 7.' } });
  expect(trace.steps.map(({ action, status }) => [action, status])).toEqual([
    ['click_input(button="left")', 'success'],
    ['set_edit_text(text="x")', 'denied'],
  ]);
  expect((await reported(trace, 'answered'))[0]?.answer).toMatchObject({ thought: 'Press.', plan: ['(1) Press'] });
  expect(trace.calls).toHaveLength(1);
});

it('imports Galaxy’s graph of tasks', async () => {
  const task = { name: 'one', description: 'Type hi', target_device_id: 'lab', status: 'completed', result: 'hi' };
  const graph = {
    tasks: { t1: task, t2: { ...task, status: 'pending', result: null } },
    dependencies: { d1: { from_task_id: 't1', to_task_id: 't2' } },
  };
  const line = { agent_type: 'ConstellationAgent', agent_name: 'constellation_agent', status: 'FINISH', request: 'r' };
  const old = { ...line, constellation_after: { tasks: "{'t1': TaskStar()}" } };
  const trace = await taken(write({ 'response.log': [old, { ...line, constellation_after: JSON.stringify(graph) }] }));
  expect(trace.about).toMatchObject({ origin: { format: 'UFO Galaxy' }, outcome: { status: 'unproven' } });
  expect(await reported(trace, 'plan')).toEqual([
    {
      event: 'plan',
      subTasks: [
        { id: 't1', text: 'Type hi', app: 'lab', after: [], status: 'done', result: 'hi' },
        { id: 't2', text: 'Type hi', app: 'lab', after: ['t1'], status: 'waiting', result: '' },
      ],
    },
  ]);
});

it('takes over an OSWorld result', async () => {
  const act = { reward: 0, done: false, info: {}, action_timestamp: '20261125@071444' };
  const trace = await taken(
    write({
      'traj.jsonl': [
        { ...act, step_num: 1, action: 'pyautogui.click(5, 6)', response: 'I click.', screenshot_file: 'step_1.png' },
        {
          ...act,
          step_num: 1,
          action: { action_type: 'TYPING', text: 'x' },
          screenshot_file: 'step_1_b.png',
          info: { error: 'no' },
        },
        { ...act, step_num: 2, action: 'DONE', done: true, screenshot_file: '../outside.png' },
        { Error: 'The machine went away' },
      ],
      'step_0.png': png(20, 10),
      'step_1.png': png(20, 10),
      'step_1_b.png': png(20, 10),
      'result.txt': '0.5\n',
    }),
  );
  expect(trace.about).toMatchObject({
    title: 'log',
    started: new Date(2026, 10, 25, 7, 14, 44).toISOString(),
    outcome: { status: 'failed', text: 'Its evaluator gave 0.5 of 1.' },
    origin: { lacks: expect.arrayContaining(['what the task was']) as string[], notes: ['The machine went away'] },
  });
  expect(trace.steps).toMatchObject([
    { status: 'failure', calls: [1, 2] },
    { state: 'FINISH', calls: [] },
  ]);
  expect(trace.calls.map(({ tool, status }) => [tool, status])).toEqual([
    ['pyautogui', 'ok'],
    ['TYPING', 'failed'],
  ]);
  const [first, second] = await reported(trace, 'saw');
  expect(first?.pictures[0]?.bounds).toEqual({ x: 0, y: 0, width: 20, height: 10 });
  expect(second?.pictures).toHaveLength(1);
});

it.each<[string, unknown, string, object]>([
  ['a text of Python', 'pyautogui.click(1, 2)', 'pyautogui', { code: 'pyautogui.click(1, 2)' }],
  ['a wait', 'WAIT', 'wait', { code: 'WAIT' }],
  ['computer_13', { action_type: 'CLICK', parameters: { x: 1, y: 2 } }, 'CLICK', { x: 1, y: 2 }],
  [
    'an act of Anthropic’s agent',
    { name: 'computer', input: { action: 'left_click', coordinate: [1, 2] }, id: 'toolu_1', action_type: 'tool_use' },
    'left_click',
    { coordinate: [1, 2], id: 'toolu_1' },
  ],
  [
    'a text of Python in an object',
    { action_space: 'pyautogui', action: 'pyautogui.press("a")', call_id: 'c1' },
    'pyautogui',
    { code: 'pyautogui.press("a")', call_id: 'c1' },
  ],
  [
    'an act of OpenAI’s model',
    { action: { type: 'click', x: 1, y: 2 }, call_id: 'c' },
    'click',
    { x: 1, y: 2, call_id: 'c' },
  ],
  ['a call of a function', { name: 'scroll', arguments: { dy: 3 } }, 'scroll', { dy: 3 }],
])('reads of OSWorld %s', async (_, action, tool, parameters) => {
  const trace = await taken(
    write({
      'traj.jsonl': [
        { step_num: 1, action },
        { step_num: 2, action: { action_type: 'DONE' } },
      ],
    }),
  );
  expect(trace.calls.map((call) => call.tool)).toEqual([tool]);
  expect((await trace.call(1))[0]).toMatchObject({ type: 'before', parameters });
  expect(trace.steps.map(({ state }) => state)).toEqual(['CONTINUE', 'FINISH']);
});

const trajectory = {
  schema_version: 'ATIF-v1.7',
  agent: { name: 'solver', version: '1', model_name: 'm1' },
  steps: [
    { step_id: 1, source: 'system', message: 'You click.' },
    { step_id: 2, source: 'user', message: 'Press 7', timestamp: '2026-11-25T07:00:00Z' },
    {
      step_id: 3,
      source: 'agent',
      timestamp: '2026-11-25T07:00:05Z',
      message: 'I press.',
      reasoning_content: 'It is there.',
      tool_calls: [{ tool_call_id: 'c1', function_name: 'click', arguments: { x: 1 } }],
      observation: {
        results: [
          {
            source_call_id: 'c1',
            content: [
              { type: 'text', text: 'done' },
              { type: 'image', source: { media_type: 'image/png', path: 'images/1.png' } },
            ],
          },
        ],
      },
      metrics: { prompt_tokens: 10, completion_tokens: 2, cost_usd: 0.5 },
      llm_call_count: 2,
    },
  ],
};

it('imports the attempts of an OSWorld task in sequence, and each act of a list', async () => {
  const line = (step_num: number, action: unknown, screenshot_file?: string) => ({ step_num, action, screenshot_file });
  const trace = await taken(
    write({
      'traj.jsonl': [
        line(1, 'pyautogui.click(1, 2)', 'step_1.png'),
        line(2, 'FAIL'),
        line(1, ['pyautogui.press("a")', { action_type: 'CLICK', parameters: { x: 1 } }], 'step_1_b.png'),
        line(2, ['DONE']),
      ],
      'step_0.png': png(20, 10),
      'step_1.png': png(20, 10),
      'step_1_b.png': png(20, 10),
    }),
  );
  expect(trace.steps.map(({ state, calls }) => [state, calls])).toEqual([
    ['CONTINUE', [1]],
    ['FAIL', []],
    ['CONTINUE', [2, 3]],
    ['FINISH', []],
  ]);
  expect(trace.calls.map(({ tool }) => tool)).toEqual(['pyautogui', 'pyautogui', 'CLICK']);
  expect(trace.about.origin?.notes[0]).toContain('begun again once');
});

it('takes over an ATIF trajectory, also from a zip', async () => {
  const files = { 'trajectory.json': JSON.stringify(trajectory), 'images/1.png': png(8, 8) };
  const zip = path.join(root, 'run.zip');
  writeFileSync(zip, zipSync(Object.fromEntries(Object.entries(files).map(([n, c]) => [`in/${n}`, Buffer.from(c)]))));
  for (const place of [write(files), path.join(root, 'log', 'trajectory.json'), zip]) {
    const trace = await taken(place);
    expect(trace.about).toMatchObject({ title: 'Press 7', started: '2026-11-25T07:00:00.000Z' });
    expect(trace.about.origin).toMatchObject({ format: 'ATIF v1.7', original: expect.any(String) as string });
    expect(trace.steps).toMatchObject([
      { agent: { name: 'solver' }, inputTokens: 10, outputTokens: 2, cost: 0.5, attempts: 2, calls: [1] },
    ]);
    expect((await reported(trace, 'answered'))[0]?.answer).toMatchObject({
      thought: 'It is there.',
      comment: 'I press.',
    });
    expect((await trace.call(1)).map(({ type }) => type)).toEqual(['before', 'after', 'seen']);
    await trace.close();
    rmSync(path.join(root, 'taken'), { recursive: true });
  }
  reader = null;
});

describe('a trajectory as Harbor writes it', () => {
  const agent = (step_id: number, more: object) => ({ step_id, source: 'agent', message: `Step ${step_id}`, ...more });
  const call = (id: string) => ({ tool_call_id: id, function_name: 'shell', arguments: { keystrokes: id } });
  const result = (content: string) => ({ content });
  const read = (steps: object[], more: object = {}) =>
    taken(write({ 'trajectory.json': JSON.stringify({ ...trajectory, steps, ...more }) }));

  it('assigns a result to the only call of a step, even without a name', async () => {
    const observation = { results: [result('first'), result('second')] };
    const trace = await read([agent(1, { tool_calls: [call('a')], observation })]);
    expect((await trace.call(1)).find(({ type }) => type === 'after')).toMatchObject({ text: 'first\nsecond' });
  });

  it('keeps results of several calls, or of none, with the step', async () => {
    const observation = { results: [result('of both')] };
    const trace = await read([
      agent(1, { tool_calls: [call('a'), call('b')], observation }),
      agent(2, { observation: { results: [result('no call')] } }),
    ]);
    expect(trace.calls).toEqual([]);
    const answers = await reported(trace, 'answered');
    expect(answers.map(({ answer }) => answer?.observation)).toEqual(['of both', 'no call']);
  });

  it('marks copied context, and counts it once', async () => {
    const metrics = { prompt_tokens: 5, completion_tokens: 1, cost_usd: 1 };
    const trace = await read([
      agent(1, { is_copied_context: true, metrics, tool_calls: [call('a')], observation: { results: [result('x')] } }),
      agent(2, { metrics }),
    ]);
    expect(trace.steps.map(({ inputTokens }) => inputTokens)).toEqual([0, 5]);
    expect(trace.about.origin?.notes).toEqual(['Context copied from an earlier run: step 1 of the file.']);
    expect((await trace.call(1))[0]).toMatchObject({ decidedBy: 'copied from an earlier run' });
  });

  it('reports where the run continues, further agents, and the file’s own totals', async () => {
    const ref = { session_id: 's', trajectory_path: 'trajectory.summary.json' };
    const trace = await read([agent(1, { observation: { results: [{ subagent_trajectory_ref: [ref] }] } })], {
      continued_trajectory_ref: 'trajectory.cont-1.json',
      final_metrics: { total_prompt_tokens: 4000, total_completion_tokens: 400, total_cost_usd: 0.05 },
    });
    expect(trace.about.origin?.notes).toEqual([
      'The run goes on in “trajectory.cont-1.json”, which is a run of its own here.',
      'Step 1 of the file: the run of a further agent is in “trajectory.summary.json”, and not taken over.',
      'The file itself counts 4,400 tokens (4,000 in, 400 out), $0.05; its steps add up to 0 tokens and $0.',
    ]);
  });

  it('reports which of its fields remain only in the original', async () => {
    const metrics = { prompt_tokens: 5, cached_tokens: 2, logprobs: null, extra: { reasoning_tokens: 1 } };
    const { agent: who } = trajectory;
    const trace = await read(
      [
        agent(1, {
          metrics,
          reasoning_effort: 'high',
          tool_calls: [{ ...call('a'), arguments: { extra: { any: 1 } } }],
        }),
        agent(2, { metrics, extra: { deskscope: {} } }),
      ],
      { agent: { ...who, tool_definitions: [{ name: 'shell' }] } },
    );
    expect(trace.about.origin?.notes).toEqual([
      'In the original only: agent.tool_definitions, steps.metrics.cached_tokens, steps.metrics.extra, steps.reasoning_effort.',
    ]);
  });

  it('keeps every picture: additional ones of a result, those of no call, and those of the message itself', async () => {
    const image = (name: string) => ({ type: 'image', source: { media_type: 'image/png', path: name } });
    for (const name of ['a.png', 'b.png', 'c.png', 'd.png']) write({ [name]: png(20, 10) });
    const trace = await read([
      agent(0, {
        message: [image('a.png')],
        tool_calls: [call('x')],
        observation: { results: [{ source_call_id: 'x', content: [image('b.png'), image('c.png')] }] },
      }),
      agent(1, { observation: { results: [{ content: [image('d.png')] }] } }),
    ]);
    const shown = (await reported(trace, 'saw')).map(({ pictures }) => pictures.length);
    expect(shown).toEqual([2]);
    expect(await reported(trace, 'noted')).toHaveLength(1);
  });

  it('is detected whatever precedes its version, and with a byte order mark', async () => {
    const { agent: who, ...rest } = trajectory;
    const tools = Array.from({ length: 20 }, (_, index) => ({ name: `tool_${index}`, description: 'x'.repeat(30) }));
    const text = JSON.stringify({ agent: { ...who, tool_definitions: tools }, ...rest });
    write({ 'run.json': `\ufeff${text}` });
    expect((await taken(path.join(root, 'log', 'run.json'))).about.title).toBe('Press 7');
  });

  it('accepts arguments that are not objects, and parts of a later kind', async () => {
    const odd = { ...call('a'), arguments: 'ls' };
    const trace = await read([
      { step_id: 1, source: 'user', message: [{ type: 'audio' }, { type: 'text', text: 'Do it' }] },
      agent(2, { tool_calls: [odd], observation: { results: [result('y')] } }),
    ]);
    expect((await trace.call(1))[0]).toMatchObject({ parameters: { arguments: 'ls' } });
    expect(trace.about.title).toBe('Do it');
  });
});

it('reads nothing outside the folder, through any names and links', async () => {
  writeFileSync(path.join(root, 'secret.png'), png(30, 30));
  symlinkSync(path.join(root, 'secret.png'), path.join(root, 'log', 'link.png'));
  const images = ['../secret.png', path.join(root, 'secret.png'), 'link.png', 'https://x.test/a.png', '.', 'none.png'];
  const message = images.map((file) => ({ type: 'image', source: { media_type: 'image/png', path: file } }));
  const steps = [
    { step_id: 1, source: 'system', message },
    { ...trajectory.steps[2], step_id: 2 },
  ];
  const trace = await taken(write({ 'trajectory.json': JSON.stringify({ ...trajectory, steps }) }));
  expect(await reported(trace, 'saw')).toEqual([]);
  expect(trace.about.origin?.notes).toEqual(['1 pictures are elsewhere and were not fetched.']);
});

it('refuses anything but a run, and leaves nothing behind', async () => {
  const refused = async (files: Files, sentence: RegExp) => {
    rmSync(path.join(root, 'log'), { recursive: true });
    await expect(taken(write({ 'x.txt': '', ...files }))).rejects.toThrow(sentence);
    expect(readdirSync(root)).toEqual(['log']);
  };
  await refused({}, /contains no run that can be imported/);
  await refused({ 'response.log': 'no\nJSON' }, /“response.log” contains no readable step/);
  await refused({ 'traj.jsonl': '{}\n[]\nnull' }, /“traj.jsonl” contains no readable step/);
  await refused({ 'trajectory.json': '{"schema' }, /no whole JSON document/);
  await refused(
    { 'trajectory.json': JSON.stringify({ ...trajectory, steps: [{ step_id: 'x' }] }) },
    /steps\.0\.step_id/,
  );
  await refused(
    { 'trajectory.json': JSON.stringify({ ...trajectory, schema_version: 'ATIF-v2.0' }) },
    /schema_version/,
  );
  await expect(importRun(path.join(root, 'gone'), path.join(root, 'taken'))).rejects.toThrow(/There is no/);
});
