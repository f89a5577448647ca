import { z } from 'zod';
import type { agentState } from './agent.ts';
import { sight, taskLimits, type ModelUsage, type SubTask, type TaskOutcome } from './agent.ts';
import { policyModes } from '../permissions/permission.ts';

/** UFO's MAX_STEP. */
export const usualSteps = 50;

/** Maximum length of a request. */
const mostOfTask = 20_000;

/** `provider:model` as a page may name it: no file, address or key. */
export const taskModel = z
  .string()
  .trim()
  .max(200)
  .regex(/^(scripted|person|(?!scripted:)[\w-]+:[^\s]+)$/, 'expected PROVIDER:MODEL, e.g. openai:gpt-5');

/** A task as entered in our window. */
export const newTask = z.strictObject({
  task: z.string().trim().min(1, 'say what is to be done').max(mostOfTask),
  model: taskModel,
  /** For AppAgents; default: the HostAgent's. */
  appModel: taskModel.optional(),
  limits: taskLimits.default({}),
  /** Prices of the model, for the cost: US dollars per million tokens. */
  price: z.object({ input: z.number().nonnegative(), output: z.number().nonnegative() }).optional(),
  sight: sight.optional(),
  /** Permissions of its agents without a question; default: the settings. */
  mode: z.enum(policyModes).exclude(['all']).optional(),
  /** Where its agents work: `own` starts a desktop, an id names a running one; default: the user's own. */
  desktop: z
    .string()
    .regex(/^(own|[0-9a-f]{6})$/, 'expected own, or the id of a desktop')
    .optional(),
});
export type NewTask = Readonly<z.output<typeof newTask>>;

/** Repeats a step of an earlier run with one change; the following steps are new. */
export const againTask = newTask.omit({ task: true, desktop: true }).extend({
  run: z.string().max(4_096),
  step: z.number().int().positive(),
  /** Replaces the model's answer; by default the model is asked again. */
  answer: z.string().max(1_000_000).optional(),
});
export type AgainTask = Readonly<z.output<typeof againTask>>;

/** The running or last task. */
export interface TaskView extends NewTask {
  readonly status: 'running' | 'ended';
  /** Id of its run. */
  readonly run: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** The current agent, its state and the reason; empty before the start. */
  readonly agent: string;
  readonly state: z.output<typeof agentState> | null;
  readonly why: string;
  readonly step: number;
  readonly subTasks: readonly SubTask[];
  readonly usage: ModelUsage;
  /** Null while running. */
  readonly outcome: TaskOutcome | null;
  /** The agents' last message to the user. */
  readonly comment: string;
  /** What came of it. */
  readonly text: string;
}

export interface AgentsState {
  readonly task: TaskView | null;
}
