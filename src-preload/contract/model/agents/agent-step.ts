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
  /** The id of the sub-task it is part of; missing for a HostAgent. */
  subTask: z.string().optional(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** Of all phases together, in milliseconds; 0 until it has ended. */
  elapsedMs: z.number().nonnegative(),
  /** False while it is under way, and for a step that a crash ended. */
  ended: z.boolean(),
  /** The state that the model answered; null before it did. */
  state: agentState.nullable(),
  /** What was done, else what the model wants done; empty for nothing. */
  action: z.string(),
  /** Of its actions the worst; `none` where it had none, and before they began. */
  status: z.enum(['none', 'success', 'skipped', 'failure', 'denied']),
  /** Numbers of the calls that its actions made, whose summaries have thumbnails. */
  calls: z.array(count),
  /** The first picture that the model saw, whole. */
  picture: blobName.optional(),
  /** Of all attempts. */
  inputTokens: count,
  outputTokens: count,
  /** US dollars; null if no price is known. */
  cost: z.number().nonnegative().nullable(),
  /** How often the model was asked; more than 1 where an answer could not be used. */
  attempts: count,
  /** Why it went wrong, in a sentence; empty if it did not. */
  problem: z.string(),
  /** True if a person changed something of it. */
  edited: z.boolean(),
});
export type AgentStepSummary = Readonly<z.output<typeof agentStepSummary>>;

/** Something that an agent's run told, and when. */
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

/** What belongs to no step, or matters over time: what a run was about, how its states, plan and blackboard came to be. */
export interface StoryEvent {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly event: AgentEventOf<StoryName>;
}

/** What the blackboard keeps of each act is part of its step. */
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
 * `1300 in, 80 out`: what a provider counted of a step, over all its questions; empty if nothing was counted, as with a person in
 * the model's place. What is at `saw` is our estimate, of one question.
 */
export function countedInWords(answered: readonly AgentEventOf<'answered'>[]): string {
  const usages = answered.flatMap(({ usage }) => (usage && usage.inputTokens + usage.outputTokens > 0 ? [usage] : []));
  if (usages.length === 0) return '';
  const sum = (of: 'inputTokens' | 'outputTokens') => usages.reduce((all, usage) => all + usage[of], 0);
  const questions = usages.length > 1 ? `, in ${usages.length} questions` : '';
  return `${sum('inputTokens')} in, ${sum('outputTokens')} out${questions}`;
}

/** The controls that a model was reported: `24 controls, 3 of them read from the picture`. */
export function controlsInWords({ controlCount, readCount = 0 }: AgentEventOf<'saw'>): string {
  const read = readCount > 0 ? `, ${readCount} of them read from the picture` : '';
  return `${controlCount} control${controlCount === 1 ? '' : 's'}${read}`;
}
