import { describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors';
import { agentEvent } from '#contract/model/agents/agent';
import { type HeldRun, nobody, type Person } from '../control.ts';
import { assign, click, editor, shows, write } from '../testing/answers.ts';
import { runOnFake, type TaskRun } from '../testing/task-bench.ts';

const answering = (answer: string | null, yes: boolean | null): Person => ({
  answer: () => Promise.resolve(answer),
  confirm: () => Promise.resolve(yes),
});

const whys = (run: TaskRun) => run.of('state').map(({ agent, to, why }) => `${agent.kind} ${to}: ${why}`);

describe('a task over two apps', () => {
  it('goes from the HostAgent by the calculator, the blackboard and the editor to FINISH', async () => {
    const run = await runOnFake({
      request: 'compute 7 × 6 and write the result into the editor',
      script: {
        HostAgent: [
          assign('Calculator', 'Compute 7 × 6', ['Write it']),
          assign(editor, 'Write it'),
          shows('Editor', '42'),
        ],
        AppAgent: [
          { status: 'CONTINUE', action: ['7', '×', '6', '='].map(click) },
          { status: 'FINISH', action: null, result: '42' },
          { status: 'FINISH', action: write('{{"result":"(\\d+)"}}'), result: 'written' },
        ],
      },
    });
    expect(run).toMatchObject({ outcome: 'done', text: 'done', steps: 6 });
    expect(run.states('HostAgent')).toEqual(['CONTINUE', 'ASSIGN', 'CONTINUE', 'ASSIGN', 'CONTINUE', 'FINISH']);
    expect(run.states('AppAgent/calculator')).toEqual(['CONTINUE', 'CONTINUE', 'FINISH']);
    expect(run.subTasks).toMatchObject([
      { id: '1', text: 'Compute 7 × 6', status: 'done', result: '42', after: [] },
      { id: '2', text: 'Write it', status: 'done', after: ['1'] },
    ]);
    for (const event of run.events) expect(agentEvent.safeParse(event).error).toBeUndefined();
  });
});

it('a sub-task is on the blackboard before its AppAgent looks at it', async () => {
  const run = await runOnFake({
    script: {
      HostAgent: [assign(editor, 'Write it'), { status: 'FAIL' }],
      AppAgent: [{ status: 'FINISH', action: write('blue') }],
    },
  });
  const noted = {
    event: 'noted',
    entry: { list: 'subTasks', subTask: 'Write it', agent: `AppAgent/editor/${editor}` },
  };
  const at = run.events.findIndex((event) => event.event === 'step' && event.agent.kind === 'AppAgent');
  expect(run.events.slice(0, at)).toContainEqual(noted);
});

describe('an answer in the fields of UFO’s documents', () => {
  const finish = (Comment: string) => ({
    Observation: 'It is done',
    Thought: 'Nothing is left',
    'Current Sub-Task': '',
    Message: '',
    ControlLabel: '',
    ControlText: '',
    Plan: [],
    Status: 'FINISH',
    Comment,
    Questions: [],
    Bash: '',
  });
  const ending = (comment: string) =>
    runOnFake({
      script: {
        HostAgent: [assign(editor, 'Write it'), finish(comment)],
        AppAgent: [{ status: 'FINISH', action: write('blue') }],
      },
    });

  it('ends as done if a window that its agents used shows what the comment quotes', async () => {
    const comment = `“blue” stands in “${editor}”.`;
    expect(await ending(comment)).toMatchObject({ outcome: 'done', text: comment });
  });

  it('is not trusted blindly', async () => {
    expect(await ending('“green” was written.')).toMatchObject({
      outcome: 'unproven',
      text: `“green” was written. “green” is not to be seen in “${editor}”.`,
    });
    const text = expect.stringContaining('names nothing that shows it') as string;
    expect(await ending(`It is in “${editor}”.`)).toMatchObject({ outcome: 'unproven', text });
  });
});

describe('each state', () => {
  it('ASSIGN is refused without such a window, and without a sub-task', async () => {
    const run = await runOnFake({
      script: {
        HostAgent: [
          { ...assign('Calculator', 'Compute'), arguments: { id: '99', name: 'Gone' } },
          { ...assign('Calculator', ''), plan: [] },
          { status: 'FAIL', result: 'no app' },
        ],
      },
    });
    expect(whys(run)).toEqual([
      'HostAgent CONTINUE: a new request',
      'HostAgent CONTINUE: refused: an action failed',
      'HostAgent CONTINUE: refused: it names no sub-task',
      'HostAgent FAIL: no app',
    ]);
    expect(run).toMatchObject({ outcome: 'failed', text: 'no app' });
  });

  it.each([
    ['yes', true, 'blue was written', ['CONTINUE', 'CONFIRM', 'CONTINUE', 'FINISH']],
    ['no', false, '', ['CONTINUE', 'CONFIRM', 'CONTINUE', 'FINISH']],
    ['nobody', null, '', ['CONTINUE', 'CONFIRM', 'CONTINUE', 'FINISH']],
  ] as const)('CONFIRM acts only after a yes: %s', async (_, answer, written, states) => {
    const run = await runOnFake({
      person: answering(null, answer),
      script: {
        HostAgent: [assign(editor, 'Write'), { ...shows('Editor', 'blue was written') }],
        AppAgent: [{ status: 'CONFIRM', comment: 'May I?', action: write('blue was written') }, { status: 'FINISH' }],
      },
    });
    expect(run.states('AppAgent/editor')).toEqual(states);
    expect(run.outcome).toBe(written === '' ? 'unproven' : 'done');
    expect(run.of('acted').filter(({ action }) => action.function === 'set_edit_text')).toHaveLength(
      written === '' ? 0 : 1,
    );
    expect(run.of('question')).toMatchObject([
      { kind: 'confirmation', text: expect.stringContaining('May I?') as string },
    ]);
    const [reply] = run.of('reply');
    expect(reply).toMatchObject(answer === null ? { by: 'nobody' } : { by: 'person', answer: answer ? 'yes' : 'no' });
    // The question comes before the act.
    const names = run.events.map(({ event }) => event);
    if (answer) expect(names.indexOf('reply')).toBeLessThan(names.lastIndexOf('acted'));
  });

  it('CONFIRM of the HostAgent may assign', async () => {
    const run = await runOnFake({
      person: answering(null, true),
      script: {
        HostAgent: [{ ...assign(editor, 'Write'), status: 'CONFIRM' }, shows('Editor', '')],
        AppAgent: [{ status: 'FINISH' }],
      },
    });
    expect(run.states('HostAgent')).toEqual(['CONTINUE', 'CONFIRM', 'ASSIGN', 'CONTINUE', 'FINISH']);
  });

  it.each([
    ['blue', 'blue'],
    [null, 'Proceed with your own knowledge'],
  ])('PENDING asks, and the model is told the answer: %s', async (typed, reported) => {
    const run = await runOnFake({
      person: answering(typed, null),
      script: {
        HostAgent: [
          { status: 'PENDING', questions: ['Which colour?'] },
          { status: 'FAIL', result: 'enough' },
        ],
      },
    });
    expect(run.states('HostAgent')).toEqual(['CONTINUE', 'PENDING', 'CONTINUE', 'FAIL']);
    expect(run.of('question')).toMatchObject([{ kind: 'question', text: 'Which colour?' }]);
    expect(run.kept(run.of('asked')[1]!.prompt)).toContain(reported);
  });

  it('FAIL of an AppAgent goes back to the HostAgent, which plans again', async () => {
    const run = await runOnFake({
      script: {
        HostAgent: [
          assign('Calculator', 'Write a poem', ['Show it']),
          assign(editor, 'Write the poem here', []),
          shows('Editor', 'roses'),
        ],
        AppAgent: [
          { status: 'FAIL', result: 'this app has no text' },
          { status: 'FINISH', action: write('roses'), result: 'written' },
        ],
      },
    });
    expect(run.outcome).toBe('done');
    expect(run.subTasks.map(({ text, status }) => `${text}: ${status}`)).toEqual([
      'Write a poem: failed',
      'Show it: dropped',
      'Write the poem here: done',
    ]);
    expect(run.kept(run.of('asked')[2]!.prompt)).toContain('this app has no text');
  });

  it('ERROR is survived once; twice running, and the agent fails', async () => {
    const broken = { status: 'ERROR', result: 'I broke' };
    const once = await runOnFake({ script: { HostAgent: [broken, { status: 'FAIL', result: 'enough' }] } });
    expect(once.states('HostAgent')).toEqual(['CONTINUE', 'ERROR', 'CONTINUE', 'FAIL']);
    expect(once.text).toBe('enough');
    const twice = await runOnFake({ script: { HostAgent: [broken, broken, shows('Editor', '')] } });
    expect(twice.states('HostAgent')).toEqual(['CONTINUE', 'ERROR', 'CONTINUE', 'ERROR', 'FAIL']);
    expect(twice.outcome).toBe('failed');
  });

  it('FINISH counts only if fresh data confirms it', async () => {
    const nothing = await runOnFake({ script: { HostAgent: [{ status: 'FINISH', result: 'all done' }] } });
    expect(nothing).toMatchObject({ outcome: 'unproven', text: 'all done The agent names nothing that shows it.' });
    const wrong = await runOnFake({ script: { HostAgent: [shows('Calculator', '4711')] } });
    expect(wrong).toMatchObject({ outcome: 'unproven', text: expect.stringContaining('4711') as string });
    const open = await runOnFake({ script: { HostAgent: [{ ...shows('Calculator', '0'), plan: ['Write it'] }] } });
    expect(open).toMatchObject({
      outcome: 'unproven',
      text: expect.stringContaining('“Write it” was not done') as string,
    });
  });
});

describe('a dialog over the window of an AppAgent', () => {
  const save = (name: string, action: object) => ({
    HostAgent: [assign(editor, 'Save it'), { status: 'FAIL', result: name }],
    AppAgent: [
      { status: 'CONTINUE', action: { function: 'keyboard_input', arguments: { keys: '{VK_CONTROL}s' } } },
      { status: 'CONTINUE', action },
      { status: 'FAIL', result: 'enough' },
    ],
  });

  it('is what the model sees and works in, including tools that name no control', async () => {
    const fill = [
      {
        function: 'set_edit_text',
        arguments: { id: '{{(\\d+)\\. Edit: "File name"}}', name: 'File name', text: 'poem', clear_current_text: true },
      },
      { function: 'keyboard_input', arguments: { keys: '{ENTER}' } },
    ];
    const run = await runOnFake({ script: save('poem', fill) });
    expect(run.of('acted').map(({ status }) => status)).toEqual(['success', 'success', 'success', 'success']);
    expect(run.kept(run.of('asked')[2]!.prompt)).toContain(
      'A dialog is open over it; you see and work in that: Save As',
    );
    const last = run.kept(run.of('asked')[3]!.prompt);
    expect(last).not.toContain('A dialog is open');
    expect(last).toContain('Document: "Text"');
  });
});

it('a dialog that closes during the look is skipped', async () => {
  let asked = 0;
  const run = await runOnFake({
    dialogOver: (real) => (handle, signal) =>
      (asked += 1) === 1 ? Promise.resolve({ handle: 4711, title: 'Closing' }) : real(handle, signal),
    script: {
      HostAgent: [assign(editor, 'Look'), { status: 'FAIL', result: 'enough' }],
      AppAgent: [{ status: 'FINISH' }],
    },
  });
  expect(run.states('AppAgent')).toEqual(['CONTINUE', 'FINISH']);
});

describe('a session', () => {
  it('keeps its AppAgents, with what they remember, from one round to the next', async () => {
    const requests = ['And now write more', null];
    const run = await runOnFake({
      script: {
        HostAgent: [
          assign(editor, 'Write'),
          shows('Editor', 'one'),
          assign('*Untitled - Editor', 'Write more'),
          shows('Editor', 'two'),
        ],
        AppAgent: [
          { status: 'FINISH', action: write('one') },
          { status: 'FINISH', action: write('two') },
        ],
      },
      nextRequest: () => Promise.resolve(requests.shift() ?? null),
    });
    expect(run).toMatchObject({ outcome: 'done', rounds: 2 });
    expect(run.states('AppAgent')).toEqual(['CONTINUE', 'FINISH', 'CONTINUE', 'FINISH']);
    expect(run.of('state').filter(({ agent, from }) => agent.kind === 'AppAgent' && from === null)).toHaveLength(1);
    expect(run.kept(run.of('asked')[3]!.prompt)).toContain('text="one"');
  });

  it('asks the person for the next request, as often as limits allow', async () => {
    const asked: string[] = [];
    const answers = ['And again', '', 'never asked'];
    const run = await runOnFake({
      limits: { steps: 30, rounds: 5 },
      person: {
        ...nobody,
        answer: ({ text }) => {
          asked.push(text);
          return Promise.resolve(answers.shift() ?? null);
        },
      },
      script: {
        HostAgent: [
          { status: 'FAIL', result: 'one' },
          { status: 'FAIL', result: 'two' },
        ],
      },
    });
    expect(run).toMatchObject({ outcome: 'failed', text: 'two', rounds: 2 });
    expect(run.of('round').map(({ request }) => request)).toEqual(['Do something', 'And again']);
    expect(asked.map((text) => text.split('\n')[0])).toEqual(['one', 'two']);
  });

  it('that is stopped while it waits for the next request keeps the last round’s result', async () => {
    const stop = new AbortController();
    const run = await runOnFake({
      signal: stop.signal,
      person: {
        ...nobody,
        answer: () => {
          stop.abort(new AppError('cancelled'));
          return Promise.reject(new AppError('cancelled'));
        },
      },
      script: { HostAgent: [{ status: 'FAIL', result: 'one' }] },
    });
    expect(run).toMatchObject({ outcome: 'failed', text: 'one', rounds: 1 });
  });

  it('tells the model what was wrong with its answer, three times at most', async () => {
    const repaired = await runOnFake({
      script: { HostAgent: ['I would click', '{"status":"done"}', { status: 'FAIL', result: 'x' }] },
    });
    expect(repaired).toMatchObject({ outcome: 'failed', text: 'x', steps: 1 });
    expect(repaired.of('answered').map(({ problem }) => problem ?? '')).toEqual([
      expect.stringContaining('no JSON'),
      expect.stringContaining('no status'),
      '',
    ]);
    expect(repaired.kept(repaired.of('asked')[1]!.prompt)).toContain('Your last answer could not be used.');
    const never = await runOnFake({ script: { HostAgent: Array<string>(6).fill('no') } });
    expect(never.states('HostAgent')).toEqual(['CONTINUE', 'ERROR', 'CONTINUE', 'ERROR', 'FAIL']);
  });

  it('stops after a failed action', async () => {
    const run = await runOnFake({
      script: {
        HostAgent: [assign('Calculator', 'Compute'), { status: 'FAIL', result: 'x' }],
        AppAgent: [
          { status: 'FINISH', action: [{ function: 'click_input', arguments: { id: '999' } }, click('7')] },
          { status: 'FAIL', result: 'cannot' },
        ],
      },
    });
    expect(
      run
        .of('acted')
        .slice(1)
        .map(({ status }) => status),
    ).toEqual(['failure', 'skipped']);
    expect(run.states('AppAgent')).toEqual(['CONTINUE', 'CONTINUE', 'FAIL']);
  });

  it('does nothing without permission, and tells the model', async () => {
    const run = await runOnFake({
      policyMode: 'observe',
      script: { HostAgent: [assign('Calculator', 'Compute'), { status: 'FAIL', result: 'denied' }] },
    });
    expect(run.of('acted')).toMatchObject([{ status: 'failure' }]);
    expect(run.kept(run.of('asked')[1]!.prompt)).toContain('--allow act');
  });

  it.each([
    [{ steps: 2 }, '2 steps'],
    [{ seconds: 0.2 }, '0.2 s'],
  ])('ends at a limit: %j', async (limits, typed) => {
    const HostAgent = Array<object>(200).fill({ status: 'CONTINUE' }) as Record<string, unknown>[];
    const run = await runOnFake({ limits, script: { HostAgent } });
    expect(run).toMatchObject({ outcome: 'limit', text: expect.stringContaining(typed) as string });
  });

  it('ends when it is cancelled in the middle of a question', async () => {
    const stop = new AbortController();
    const person: Person = {
      ...answering(null, null),
      answer: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new AppError('cancelled')));
          stop.abort();
        }),
    };
    const run = await runOnFake({
      person,
      signal: stop.signal,
      script: { HostAgent: [{ status: 'PENDING', questions: ['?'] }] },
    });
    expect(run.outcome).toBe('stopped');
    expect(run.of('reply')).toMatchObject([{ by: 'cancelled' }]);
    expect(run.of('outcome')).toHaveLength(1);
  });
});

describe('a user who takes over', () => {
  it('adds steps to the run, and the agents drop the pending answer and look again', async () => {
    let run: HeldRun | undefined;
    let asked = 0;
    const done = await runOnFake({
      script: {
        HostAgent: [
          { status: 'FAIL', result: 'too late' },
          { status: 'FAIL', result: '{{Click (\\S+) \\(by hand\\)}}' },
        ],
      },
      control: {
        begin(held) {
          run = held;
          return () => (run = undefined);
        },
        beforeStep: () => Promise.resolve(),
        answered({ text }) {
          if (++asked > 1) return Promise.resolve(text);
          run?.did({ action: { function: 'step_click', arguments: {} }, text: 'Click Seven', target: null });
          return Promise.resolve(null);
        },
      },
      limits: { steps: 2 },
    });
    expect(done).toMatchObject({ outcome: 'failed', text: 'Seven', steps: 2 });
    expect(done.of('step').map(({ step, agent }) => [step, agent.kind])).toEqual([
      [1, 'HostAgent'],
      [2, 'Person'],
      [3, 'HostAgent'],
    ]);
    expect(done.states('HostAgent')).toEqual(['CONTINUE', 'CONTINUE', 'FAIL']);
    expect(run).toBeUndefined();
  });
});
