import { describe, expect, it } from 'vitest';
import type { SubTask } from '#contract/model/agents/agent';
import type { AgentStepSummary, StoryEvent } from '#contract/model/agents/agent-step';
import { stateTables } from '#contract/model/agents/agent-states';
import { diagramSize, waysOf } from './states.tsx';
import { layersOf, linesOf } from './sub-task-graph.tsx';
import { stateAtStep, wayOf } from './step-state.ts';

const host = { kind: 'HostAgent', name: 'HostAgent' } as const;
const app = { kind: 'AppAgent', name: 'AppAgent/galculator/Calculator' } as const;
const step = (number: number, agent: typeof host | typeof app): AgentStepSummary => ({
  step: number,
  agent,
  round: 1,
  at: number * 100,
  elapsedMs: 50,
  ended: true,
  state: 'CONTINUE',
  action: agent === app ? 'click_input(id="3")' : '',
  status: agent === app ? 'success' : 'none',
  calls: [],
  inputTokens: 0,
  outputTokens: 0,
  cost: null,
  attempts: 1,
  problem: '',
  edited: false,
});
const subTask = (id: string, after: readonly string[] = [], more: Partial<SubTask> = {}): SubTask => ({
  id,
  text: `Part ${id}`,
  app: 'galculator',
  after: [...after],
  status: 'waiting',
  result: '',
  ...more,
});
const state = (
  at: number,
  agent: typeof host | typeof app,
  from: 'CONTINUE' | 'ASSIGN' | null,
  to: 'CONTINUE' | 'ASSIGN',
) =>
  ({
    at,
    event: { event: 'state', agent, from, to, why: `at ${at}`, ...(agent === app && { subTask: '1' }) },
  }) as const;

const steps = [step(1, host), step(2, app), step(3, app)];
const story: readonly StoryEvent[] = [
  { at: 90, event: { event: 'noted', entry: { list: 'requests', round: 1, request: 'compute' } } },
  state(95, host, null, 'CONTINUE'),
  { at: 140, event: { event: 'plan', subTasks: [subTask('1')] } },
  state(150, host, 'CONTINUE', 'ASSIGN'),
  state(160, app, null, 'CONTINUE'),
  // In the same millisecond as the start of the next step.
  state(300, app, 'CONTINUE', 'CONTINUE'),
  { at: 350, event: { event: 'noted', entry: { list: 'results', subTask: 'Part 1', status: 'FINISH', result: '42' } } },
  { at: 351, event: { event: 'plan', subTasks: [subTask('1', [], { status: 'done' })] } },
  state(360, app, 'CONTINUE', 'CONTINUE'),
];

describe('the state after a step', () => {
  it('has the states, the plan and the blackboard of that time', () => {
    const first = stateAtStep(story, steps, 1);
    expect(first.agents.map((one) => [one.agent.kind, one.state])).toEqual([
      ['HostAgent', 'ASSIGN'],
      ['AppAgent', 'CONTINUE'],
    ]);
    expect(first.subTasks).toMatchObject([{ status: 'waiting' }]);
    expect(first.assigned.get('1')).toBe(app.name);
    expect(first.blackboard).toEqual([{ entry: { list: 'requests', round: 1, request: 'compute' }, isNew: false }]);
  });

  it("counts the transitions so far, and marks the step's entries", () => {
    const second = stateAtStep(story, steps, 2).agents[1]!;
    expect(second.taken.get(wayOf('CONTINUE', 'CONTINUE'))).toBe(1);
    const third = stateAtStep(story, steps, 3);
    expect(third.agents[1]!.taken.get(wayOf('CONTINUE', 'CONTINUE'))).toBe(2);
    expect(third.blackboard.filter(({ isNew }) => isNew).map(({ entry }) => entry.list)).toEqual([
      'results',
      'trajectories',
    ]);
    expect(third.subTasks).toMatchObject([{ status: 'done' }]);
  });

  it('is the current one without a selected step', () => {
    expect(stateAtStep(story, steps, null).blackboard).toHaveLength(4);
    expect(stateAtStep([], [], null)).toMatchObject({ agents: [], subTasks: [], blackboard: [] });
  });
});

describe('a diagram', () => {
  it.each(['HostAgent', 'AppAgent'] as const)(
    'of the %s draws every transition of its table within the picture',
    (kind) => {
      const table = stateTables[kind];
      const [atStep] = stateAtStep(story, steps, 1).agents;
      const ways = waysOf(table, atStep!);
      expect(ways).toHaveLength(Object.values(table).flatMap(({ next }) => Object.keys(next)).length);
      for (const { middle } of ways) {
        expect(middle[0]).toBeGreaterThan(0);
        expect(middle[0]).toBeLessThan(diagramSize.width);
        expect(middle[1]).toBeGreaterThan(0);
        expect(middle[1]).toBeLessThan(diagramSize.height);
      }
    },
  );

  it('marks the last transition', () => {
    const [atStep] = stateAtStep(story, steps, 1).agents;
    const last = waysOf(stateTables.HostAgent, atStep!).filter(({ isLast }) => isLast);
    expect(last).toMatchObject([{ id: wayOf('CONTINUE', 'ASSIGN'), times: 1 }]);
  });
});

describe('the graph of sub-tasks', () => {
  it('puts each right of its prerequisites', () => {
    const placed = layersOf([subTask('1'), subTask('2'), subTask('3', ['1', '2']), subTask('4', ['1'])]);
    const columns = new Map(placed.map(({ subTask: { id }, x }) => [id, x]));
    expect(columns.get('1')).toBe(columns.get('2'));
    expect(columns.get('3')!).toBeGreaterThan(columns.get('1')!);
    expect(columns.get('4')).toBe(columns.get('3'));
    expect(new Set(placed.map(({ x, y }) => `${x} ${y}`)).size).toBe(4);
    expect(linesOf(placed)).toHaveLength(3);
  });

  it('terminates for sub-tasks that wait for each other', () => {
    expect(layersOf([subTask('1', ['2']), subTask('2', ['1', 'gone'])])).toHaveLength(2);
  });
});
