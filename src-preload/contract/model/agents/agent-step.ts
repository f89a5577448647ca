import { z } from 'zod';
import { agentEvent, agentRef, agentState, type AgentEvent, type AgentEventOf, type PlannedAction } from './agent.ts';
import { blobName } from '../runs/blob-name.ts';

const count = z.number().int().nonnegative();

/** A step of an agent's run as a row of a list. */
export const agentStepSummary = z.object({
  /** Counted from 1 over all agents of the run. */
  step: count,
  agent: agentRef,
  round: count,
  /** Id of its sub-task; missing for a HostAgent. */
  subTask: z.string().optional(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** Sum of all phases, in milliseconds; 0 until the end. */
  elapsedMs: z.number().nonnegative(),
  /** False while running, and for a step ended by a crash. */
  ended: z.boolean(),
  /** The model's answered state; null until answered. */
  state: agentState.nullable(),
  /** Actions done, else those the model wants; empty if none. */
  action: z.string(),
  /** The worst status of its actions; `none` without actions, and before they began. */
  status: z.enum(['none', 'success', 'skipped', 'failure', 'denied']),
  /** Numbers of its actions' calls, whose summaries have thumbnails. */
  calls: z.array(count),
  /** The first picture shown to the model, uncropped. */
  picture: blobName.optional(),
  /** Of all attempts. */
  inputTokens: count,
  outputTokens: count,
  /** US dollars; null if no price is known. */
  cost: z.number().nonnegative().nullable(),
  /** Number of requests to the model; more than 1 if an answer was unusable. */
  attempts: count,
  /** Why it failed, in a sentence; empty if it did not. */
  problem: z.string(),
  /** True if the user changed a part of it. */
  edited: z.boolean(),
});
export type AgentStepSummary = Readonly<z.output<typeof agentStepSummary>>;

/** A timestamped event of an agent's run. */
export const reportedEvent = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  event: agentEvent,
});
export type ReportedEvent = Readonly<z.output<typeof reportedEvent>>;

const storyNames = [
  'round',
  'state',
  'plan',
  'noted',
  'question',
  'reply',
  'edited',
  'control',
  'outcome',
] as const satisfies readonly AgentEvent['event'][];
type StoryName = (typeof storyNames)[number];

/** Events outside steps, or relevant over time: the task, and the history of states, plan and blackboard. */
export interface StoryEvent {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly event: AgentEventOf<StoryName>;
}

/** Blackboard entries of an act belong to its step. */
export function isStory(event: AgentEvent): event is AgentEventOf<StoryName> {
  if (event.event === 'noted' && event.entry.list === 'trajectories') return false;
  return (storyNames as readonly string[]).includes(event.event);
}

/** Actions as one line: `click_input(id="3"); keyboard_input(keys="7")`. */
export function actionsInWords(actions: readonly PlannedAction[]): string {
  return actions
    .map(({ function: name, arguments: given }) => {
      const pairs = Object.entries(given).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
      return `${name}(${pairs.join(', ')})`;
    })
    .join('; ');
}

/**
 * `1300 in, 80 out`: the provider's token count of a step, over all requests; empty if not counted, as with a person in place of
 * the
 * model. The numbers at `saw` are our estimate, of one request.
 */
export function countedInWords(answered: readonly AgentEventOf<'answered'>[]): string {
  const usages = answered.flatMap(({ usage }) => (usage && usage.inputTokens + usage.outputTokens > 0 ? [usage] : []));
  if (usages.length === 0) return '';
  const sum = (of: 'inputTokens' | 'outputTokens') => usages.reduce((all, usage) => all + usage[of], 0);
  const questions = usages.length > 1 ? `, in ${usages.length} questions` : '';
  return `${sum('inputTokens')} in, ${sum('outputTokens')} out${questions}`;
}

/** The controls shown to a model: `24 controls, 3 of them read from the picture`. */
export function controlsInWords({ controlCount, readCount = 0 }: AgentEventOf<'saw'>): string {
  const read = readCount > 0 ? `, ${readCount} of them read from the picture` : '';
  return `${controlCount} control${controlCount === 1 ? '' : 's'}${read}`;
}
