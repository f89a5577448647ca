import { useMemo } from 'react';
import type { AgentEventOf, AgentState, BlackboardEntry, SubTask } from '#contract/model/agents/agent';
import type { AgentStepSummary, StoryEvent } from '#contract/model/agents/agent-step';
import { useRuns } from '../context.ts';

/** An agent's state. */
export interface AgentAtStep {
  readonly agent: AgentEventOf<'state'>['agent'];
  readonly state: AgentState;
  /** Its last transition, and why. */
  readonly last: AgentEventOf<'state'>;
  /** Transition counts so far, by {@link wayOf}. */
  readonly taken: ReadonlyMap<string, number>;
}

export interface Noted {
  readonly entry: BlackboardEntry;
  /** True for the step's own entries. */
  readonly isNew: boolean;
}

/** A run's state at the end of a step. */
export interface StepState {
  /** In order of creation. */
  readonly agents: readonly AgentAtStep[];
  readonly subTasks: readonly SubTask[];
  /** The agent of a sub-task, by the sub-task's id. */
  readonly assigned: ReadonlyMap<string, string>;
  readonly blackboard: readonly Noted[];
}

export const wayOf = (from: AgentState | null, to: AgentState) => `${from ?? ''} ${to}`;

/**
 * The run at the end of a step, before the next one began; its current state without a step. Within the same
 * millisecond, events belong to the step that ended in it: a step's own first event follows its look.
 */
export function stateAtStep(
  story: readonly StoryEvent[],
  steps: readonly AgentStepSummary[],
  step: number | null,
): StepState {
  const place = steps.findIndex((one) => one.step === step);
  const began = steps[place]?.at ?? Infinity;
  const until = place < 0 ? Infinity : (steps[place + 1]?.at ?? Infinity);
  const agents = new Map<string, AgentAtStep & { readonly taken: Map<string, number> }>();
  const assigned = new Map<string, string>();
  const blackboard: Noted[] = [];
  let subTasks: readonly SubTask[] = [];
  for (const { at, event } of story) {
    if (at > until) break;
    if (event.event === 'plan') ({ subTasks } = event);
    if (event.event === 'noted') blackboard.push({ entry: event.entry, isNew: at > began });
    if (event.event !== 'state') continue;
    const { agent, from, to, subTask } = event;
    const taken = agents.get(agent.name)?.taken ?? new Map<string, number>();
    taken.set(wayOf(from, to), (taken.get(wayOf(from, to)) ?? 0) + 1);
    agents.set(agent.name, { agent, state: to, last: event, taken });
    if (subTask !== undefined) assigned.set(subTask, agent.name);
  }
  for (const one of steps.slice(0, place < 0 ? steps.length : place + 1)) {
    if (one.action === '' || one.status === 'none') continue;
    const { step: number, agent, subTask = '', action, status } = one;
    const entry = {
      list: 'trajectories',
      step: number,
      agent: agent.name,
      subTask,
      action: `${action}: ${status}`,
    } as const;
    blackboard.push({ entry, isNew: number === step });
  }
  return { agents: [...agents.values()], subTasks, assigned, blackboard };
}

/** The shown run's state after the selected step; its current one if none is selected. */
export function useStepState(): StepState {
  const story = useRuns((state) => state.story);
  const steps = useRuns((state) => state.steps);
  const step = useRuns((state) => state.step);
  return useMemo(() => stateAtStep(story, steps, step), [story, steps, step]);
}
