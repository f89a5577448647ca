import { z } from 'zod';
import type { agentState } from './agent.ts';
import { sight, taskLimits, type ModelUsage, type SubTask, type TaskOutcome } from './agent.ts';
import { policyModes } from '../permissions/permission.ts';

/** UFO's MAX_STEP. */
export const usualSteps = 50;

/** Longer ones are no request of a person's. */
const mostOfTask = 20_000;

/** `provider:model` as a page may name it: no file, no address and no key. */
export const taskModel = z
  .string()
  .trim()
  .max(200)
  .regex(/^(scripted|person|(?!scripted:)[\w-]+:[^\s]+)$/, 'expected PROVIDER:MODEL, e.g. openai:gpt-5');

/** A task as the user gives it in our window. */
export const newTask = z.strictObject({
  task: z.string().trim().min(1, 'say what is to be done').max(mostOfTask),
  model: taskModel,
  /** For AppAgents; that of the HostAgent by default. */
  appModel: taskModel.optional(),
  limits: taskLimits.default({}),
  /** Of the model, so that the cost is known: US dollars for a million tokens. */
  price: z.object({ input: z.number().nonnegative(), output: z.number().nonnegative() }).optional(),
  sight: sight.optional(),
  /** What its agents may do without being asked; as the settings report by default. */
  mode: z.enum(policyModes).exclude(['all']).optional(),
  /** Where its agents work: `own` starts a desktop for them, an id names one that runs; the person's own by default. */
  desktop: z
    .string()
    .regex(/^(own|[0-9a-f]{6})$/, 'expected own, or the id of a desktop')
    .optional(),
});
export type NewTask = Readonly<z.output<typeof newTask>>;

/** A step of an earlier run, done again with one change; what comes after it is new. */
export const againTask = newTask.omit({ task: true, desktop: true }).extend({
  run: z.string().max(4_096),
  step: z.number().int().positive(),
  /** In place of what the model answered; by default the model is asked again. */
  answer: z.string().max(1_000_000).optional(),
});
export type AgainTask = Readonly<z.output<typeof againTask>>;

/** The task that is under way or ended last. */
export interface TaskView extends NewTask {
  readonly status: 'running' | 'ended';
  /** The id of its run. */
  readonly run: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Who works, in what state and why; empty before the first does. */
  readonly agent: string;
  readonly state: z.output<typeof agentState> | null;
  readonly why: string;
  readonly step: number;
  readonly subTasks: readonly SubTask[];
  readonly usage: ModelUsage;
  /** Null while it is under way. */
  readonly outcome: TaskOutcome | null;
  /** What its agents said last for the person to read. */
  readonly comment: string;
  /** What came of it. */
  readonly text: string;
}

export interface AgentsState {
  readonly task: TaskView | null;
}
