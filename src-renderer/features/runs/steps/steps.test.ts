import { describe, expect, it } from 'vitest';
import type { AgentStepSummary, StoryEvent } from '#contract/model/agents/agent-step';
import type { CallSummary } from '#contract/model/runs/trace';
import { filterSteps, noStepFilter, withStep } from './filter-steps.ts';
import { callsBySteps, stepRows, type RunRow, stepStatus } from './step-rows.ts';
import { withStory } from './step-actions.ts';
import { totalsOf } from '../step/part-panel.tsx';

const step = (number: number, more: Partial<AgentStepSummary> = {}): AgentStepSummary => ({
  step: number,
  agent: { kind: 'AppAgent', name: 'AppAgent/galculator/Calculator' },
  round: 1,
  at: number * 1_000,
  elapsedMs: 500,
  ended: true,
  state: 'CONTINUE',
  action: 'click_input(id="3")',
  status: 'success',
  calls: [],
  inputTokens: 100,
  outputTokens: 10,
  cost: null,
  attempts: 1,
  problem: '',
  edited: false,
  ...more,
});
const host = (number: number, more: Partial<AgentStepSummary> = {}) =>
  step(number, { agent: { kind: 'HostAgent', name: 'HostAgent' }, ...more });

const call = (number: number, at: number): CallSummary => ({
  call: number,
  at,
  tool: 'action::click_input',
  caller: { kind: 'agent', name: 'AppAgent' },
  target: '',
  status: 'ok',
  elapsedMs: 5,
});

const story: readonly StoryEvent[] = [
  {
    at: 0,
    event: { event: 'round', round: 1, request: 'compute', models: { HostAgent: 'a:b', AppAgent: 'a:b' }, limits: {} },
  },
  {
    at: 1,
    event: {
      event: 'plan',
      subTasks: [{ id: '1', text: 'Add', app: 'galculator', after: [], status: 'done', result: '42' }],
    },
  },
];

const rowsOf = (more: Partial<Parameters<typeof stepRows>[0]>) =>
  stepRows({ steps: [], calls: [], story, filter: noStepFilter, toggled: new Set(), ...more });
const inShort = ({ id, level, position, siblings, expanded }: RunRow) =>
  `${'  '.repeat(level - 1)}${id} (${position}/${siblings}${expanded === null ? '' : expanded ? ', open' : ', closed'})`;

describe('the rows of an agents’ run', () => {
  const steps = [
    host(1, { state: 'ASSIGN' }),
    step(2, { subTask: '1' }),
    step(3, { subTask: '1' }),
    host(4),
    step(5, { subTask: '1' }),
    host(6, { round: 2 }),
  ];

  it('are rounds, in them sub-tasks as often as they are resumed, and the HostAgent’s steps between', () => {
    expect(rowsOf({ steps }).map(inShort)).toEqual([
      'round 1 (1/2, open)',
      '  step 1 (1/4)',
      '  part 1 2 (2/4, open)',
      '    step 2 (1/2)',
      '    step 3 (2/2)',
      '  step 4 (3/4)',
      '  part 1 5 (4/4, open)',
      '    step 5 (1/1)',
      'round 2 (2/2, open)',
      '  step 6 (1/1)',
    ]);
    expect(rowsOf({ steps })).toMatchObject([
      { request: 'compute' },
      {},
      { subTask: { text: 'Add' } },
      {},
      {},
      {},
      {},
      {},
      {},
      {},
    ]);
  });

  it('contain the calls of a step, and hide collapsed ones', () => {
    const calls = [call(1, 500), call(2, 2_100), call(3, 2_200)];
    const toggled = new Set(['step 2', 'part 1 5', 'round 2']);
    expect(rowsOf({ steps, calls }).map(({ id }) => id)).not.toContain('call 2');
    expect(rowsOf({ steps, calls, toggled }).map(inShort)).toEqual([
      'call 1 (1/3)',
      'round 1 (2/3, open)',
      '  step 1 (1/4)',
      '  part 1 2 (2/4, open)',
      '    step 2 (1/2, open)',
      '      call 2 (1/2)',
      '      call 3 (2/2)',
      '    step 3 (2/2)',
      '  step 4 (3/4)',
      '  part 1 5 (4/4, closed)',
      'round 2 (3/3, closed)',
    ]);
  });

  it('pass the filter, shown even if they were collapsed', () => {
    const filter = { ...noStepFilter, text: 'HOSTAGENT assign' };
    expect(rowsOf({ steps, filter, toggled: new Set(['round 1']) }).map(({ id }) => id)).toEqual(['round 1', 'step 1']);
  });

  it('assign a call to the step whose act made it, else to the running one', () => {
    const owned = callsBySteps(
      [step(1, { calls: [3] }), step(2)],
      [call(1, 900), call(2, 1_500), call(3, 2_500), call(4, 9_000)],
    );
    expect([...owned].map(([number, calls]) => [number, calls.map((one) => one.call)])).toEqual([
      [0, [1]],
      [1, [2, 3]],
      [2, [4]],
    ]);
  });
});

describe('steps', () => {
  it('merge live updates, in order, and ended ones do not continue', () => {
    let steps: readonly AgentStepSummary[] = [];
    for (const reported of [step(1, { ended: false }), step(3), step(2), step(1), step(1, { ended: false })])
      steps = withStep(steps, reported);
    expect(steps.map(({ step: number, ended }) => `${number} ${ended}`)).toEqual(['1 true', '2 true', '3 true']);
  });

  it('are filtered by problems, edits, agent and words', () => {
    const steps = [
      host(1),
      step(2, { status: 'failure' }),
      step(3, { attempts: 2 }),
      step(4, { edited: true }),
      step(5, { state: 'FAIL', status: 'none' }),
      step(6, { problem: 'The app is gone' }),
    ];
    const numbers = (filter: object) => filterSteps(steps, { ...noStepFilter, ...filter }).map((one) => one.step);
    expect(numbers({})).toEqual([1, 2, 3, 4, 5, 6]);
    expect(numbers({ only: 'problems' })).toEqual([2, 3, 5, 6]);
    expect(numbers({ only: 'edited' })).toEqual([4]);
    expect(numbers({ agent: 'HostAgent' })).toEqual([1]);
    expect(numbers({ text: 'gone app' })).toEqual([6]);
  });

  it('show their outcome', () => {
    const looks = [
      step(1),
      step(1, { ended: false }),
      step(1, { status: 'denied' }),
      step(1, { state: 'ERROR', status: 'none' }),
      step(1, { status: 'none', state: 'FINISH' }),
      step(1, { status: 'none', state: 'PENDING' }),
    ];
    expect(looks.map(stepStatus)).toEqual(['ok', 'running', 'denied', 'failed', 'ok', 'quiet']);
  });

  it('add up, and an unknown price is not zero', () => {
    expect(totalsOf([step(1), step(2)])).toEqual({
      inputTokens: 200,
      outputTokens: 20,
      cost: 'not known',
      elapsedMs: 1_000,
    });
    expect(totalsOf([step(1, { cost: 0.25 }), step(2, { cost: 0.5 })]).cost).toBe('$0.75');
  });
});

it('a story has an event once if both read and reported, and twice if it happened twice', () => {
  const [event] = story as [StoryEvent];
  expect(withStory(withStory([], event), { ...event })).toHaveLength(1);
  expect(withStory([event], { ...event, at: 5 })).toHaveLength(2);
});
