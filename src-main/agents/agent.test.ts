import { describe, expect, it } from 'vitest';
import { agentStates, type AgentKind, type AgentState } from '#contract/model/agents/agent';
import { stateTables } from '#contract/model/agents/agent-states';
import { StateMachine } from './agent.ts';

const kinds = Object.keys(stateTables) as AgentKind[];

/** The shortest path from the start to each state, by the table. */
function waysOf(kind: AgentKind): Map<AgentState, readonly AgentState[]> {
  const ways = new Map<AgentState, readonly AgentState[]>([['CONTINUE', []]]);
  for (const [state, way] of ways)
    for (const next of Object.keys(stateTables[kind][state]?.next ?? {}) as AgentState[])
      if (!ways.has(next)) ways.set(next, [...way, next]);
  return ways;
}

function machineAt(kind: AgentKind, way: readonly AgentState[]): StateMachine {
  const machine = new StateMachine(kind, () => undefined);
  machine.begin('a test');
  for (const state of way) machine.go(state, 'a test');
  return machine;
}

describe.each(kinds)('%s', (kind) => {
  it('can reach every state of its table, and has a row for each', () => {
    expect([...waysOf(kind).keys()].sort()).toEqual(Object.keys(stateTables[kind]).sort());
  });

  it('moves only along its table', () => {
    for (const [state, way] of waysOf(kind))
      for (const to of agentStates) {
        const machine = machineAt(kind, way);
        const row = stateTables[kind][state];
        if (!row?.ends && row && to in row.next) {
          machine.go(to, 'a test');
          expect(machine.state).toBe(to);
        } else {
          expect(() => machine.go(to, 'a test'), `${state} → ${to}`).toThrow('may not follow');
          expect(machine.state).toBe(state);
        }
      }
  });

  it('begins again only after it has ended', () => {
    for (const [state, way] of waysOf(kind)) {
      const machine = machineAt(kind, way);
      if (stateTables[kind][state]?.ends) {
        machine.begin('more');
        expect(machine.state).toBe('CONTINUE');
      } else expect(() => machine.begin('more')).toThrow('has not ended');
    }
  });
});

it('lets no AppAgent assign', () => {
  expect(stateTables.AppAgent.ASSIGN).toBeUndefined();
});
