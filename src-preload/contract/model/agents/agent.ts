import { z } from 'zod';
import { blobName } from '../runs/blob-name.ts';
import { rect } from '../schemas/geometry.ts';

/** UFO's names. What each means, and what may follow on it, is in `agent-states.ts`. */
export const agentStates = ['CONTINUE', 'ASSIGN', 'FINISH', 'FAIL', 'ERROR', 'PENDING', 'CONFIRM'] as const;
export const agentState = z.enum(agentStates);
export type AgentState = z.output<typeof agentState>;

export const agentKind = z.enum(['HostAgent', 'AppAgent']);
export type AgentKind = z.output<typeof agentKind>;

const json = z.record(z.string(), z.unknown());
const count = z.number().int().nonnegative();
const milliseconds = z.number().nonnegative();

/** Who does the steps of a run. */
const actorKind = z.enum([...agentKind.options, 'Person']);
export type ActorKind = z.output<typeof actorKind>;

/**
 * One of a session: `HostAgent`, or `AppAgent/<program>/<title of the window>` as UFO names them; or the person, if they have
 * taken over.
 */
export const agentRef = z.object({ kind: actorKind, name: z.string() });
export type AgentRef = Readonly<z.output<typeof agentRef>>;

/** A part of the task, done by one AppAgent in one app. */
export const subTask = z.object({
  /** Counted from 1 within the run: a new plan goes on counting. */
  id: z.string(),
  text: z.string(),
  /** The program or title it is to be done in; empty while that is open. */
  app: z.string(),
  /** Ids of those that must be done first. */
  after: z.array(z.string()),
  status: z.enum(['waiting', 'running', 'done', 'failed', 'dropped']),
  result: z.string(),
});
export type SubTask = Readonly<z.output<typeof subTask>>;

/** A call as a model asks for it. */
export const plannedAction = z.object({ function: z.string(), arguments: json });
export type PlannedAction = Readonly<z.output<typeof plannedAction>>;

/** What a model answered, whichever dialect it spoke: UFO's of version 2 or 3, or that of its documents. */
export const agentAnswer = z.object({
  observation: z.string(),
  thought: z.string(),
  /** Sub-tasks still to come. Each waits for the one before, unless `dependencies` reports otherwise. */
  plan: z.array(z.string()),
  /** Which sub-tasks must be done first, by their texts; if there are any, one that is not named waits for none. */
  dependencies: z.array(z.object({ subTask: z.string(), after: z.array(z.string()) })).default([]),
  comment: z.string(),
  status: agentState,
  /** Those of an AppAgent, in order; a HostAgent's has one at most. */
  actions: z.array(plannedAction),
  questions: z.array(z.string()),
  /** What the HostAgent tells the AppAgent. */
  message: z.array(z.string()),
  subTask: z.string(),
  /** A command of the HostAgent's; empty for none. */
  bash: z.string(),
  /** What the agent says came of its work; empty while it works. */
  result: z.string(),
  /** Where it can be seen that the task is done: a text that a window shows, by a part of its title. */
  evidence: z.array(z.object({ window: z.string(), text: z.string() })),
});
export type AgentAnswer = Readonly<z.output<typeof agentAnswer>>;

export const modelUsage = z.object({
  inputTokens: count,
  outputTokens: count,
  /** US dollars; null if no price is known. */
  cost: z.number().nonnegative().nullable(),
});
export type ModelUsage = Readonly<z.output<typeof modelUsage>>;

/** What ends a run. `unproven`: the agent claims that it is done, and fresh data do not show it. */
export const taskOutcome = z.enum(['done', 'unproven', 'failed', 'stopped', 'limit', 'error']);
export type TaskOutcome = z.output<typeof taskOutcome>;

export const taskLimits = z
  .object({
    /** Steps of all agents together. */
    steps: z.number().int().positive().max(10_000),
    rounds: z.number().int().positive().max(1_000),
    seconds: z.number().positive().max(86_400),
    /** Input and output together. */
    tokens: z.number().int().positive(),
    /** US dollars. */
    cost: z.number().positive(),
  })
  .partial();
export type TaskLimits = Readonly<z.output<typeof taskLimits>>;

/** How AppAgents are shown their windows. */
export const sight = z
  .object({
    /** Controls have their numbers in the pictures. Not for models that act at places of a picture. */
    marks: z.boolean(),
    /** Text is read from every picture, beside what the app reports; else only if it reports no control. */
    readText: z.boolean(),
  })
  .partial();
export type Sight = Readonly<z.output<typeof sight>>;

export const blackboardEntry = z.discriminatedUnion('list', [
  z.object({ list: z.literal('questions'), question: z.string(), answer: z.string() }),
  z.object({ list: z.literal('requests'), round: count, request: z.string() }),
  z.object({
    list: z.literal('trajectories'),
    step: count,
    agent: z.string(),
    subTask: z.string(),
    action: z.string(),
  }),
  /** What an AppAgent is given to do, before it begins. */
  z.object({ list: z.literal('subTasks'), subTask: z.string(), agent: z.string() }),
  z.object({ list: z.literal('results'), subTask: z.string(), status: z.string(), result: z.string() }),
  z.object({ list: z.literal('screenshots'), step: count, reason: z.string(), picture: blobName }),
]);
export type BlackboardEntry = Readonly<z.output<typeof blackboardEntry>>;

/** Texts and pictures that are too long for a line of a trace are blobs. */
const picture = z.object({ blob: blobName, bounds: rect.nullable() });

/**
 * What an agent's run reports about itself, one event at a time, beside its calls. `step` is counted from 1 over all agents of
 * the run.
 */
export const agentEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('round'),
    round: count,
    request: z.string(),
    /** `provider:model` of each kind of agent. */
    models: z.record(agentKind, z.string()),
    limits: taskLimits,
  }),
  z.object({
    event: z.literal('state'),
    agent: agentRef.extend({ kind: agentKind }),
    /** Null for an agent that was just made. */
    from: agentState.nullable(),
    to: agentState,
    /** In a sentence. */
    why: z.string(),
    subTask: z.string().optional(),
  }),
  z.object({
    event: z.literal('step'),
    step: count,
    agent: agentRef,
    round: count,
    subTask: z.string().optional(),
    /** The run that the step is of: it was gone through again, and nothing was looked at, asked or done. */
    from: z.string().optional(),
  }),
  /** What the model is shown. */
  z.object({
    event: z.literal('saw'),
    step: count,
    pictures: z.array(picture.extend({ label: z.string(), tokens: count })),
    /** The window's controls as the model reads them. */
    controls: blobName.optional(),
    /** The desktop's windows, for a HostAgent: JSON as the model reads it. */
    windows: blobName.optional(),
    controlCount: count,
    /** Those that only the picture shows. */
    readCount: count.optional(),
    /** Of the controls, which are among the texts: an estimate as the others. */
    controlTokens: count.optional(),
    /** Of all texts. */
    textTokens: count,
  }),
  /** A question to a model. `attempt` is counted from 1; later ones repair an answer. */
  z.object({ event: z.literal('asked'), step: count, attempt: count, model: z.string(), prompt: blobName }),
  z.object({
    event: z.literal('answered'),
    step: count,
    attempt: count,
    elapsedMs: milliseconds,
    raw: blobName.optional(),
    answer: agentAnswer.optional(),
    /** Why it cannot be used. */
    problem: z.string().optional(),
    /** A person took over before it was followed. */
    dropped: z.literal(true).optional(),
    usage: modelUsage.optional(),
  }),
  /** What became of an action; `calls` are numbers of the trace. */
  z.object({
    event: z.literal('acted'),
    step: count,
    action: plannedAction,
    calls: z.array(count),
    status: z.enum(['success', 'failure', 'skipped', 'denied', 'none']),
    /** As the model reads it. */
    text: z.string(),
    /** The chosen control, in screen pixels. */
    target: rect.nullable().optional(),
  }),
  z.object({ event: z.literal('stepped'), step: count, elapsedMs: z.record(z.string(), milliseconds) }),
  /** All sub-tasks there are, each time that one changes. */
  z.object({ event: z.literal('plan'), subTasks: z.array(subTask) }),
  z.object({ event: z.literal('noted'), entry: blackboardEntry }),
  /** The person is asked; a `reply` with the same id follows. */
  z.object({
    event: z.literal('question'),
    id: z.string(),
    step: count,
    agent: agentRef,
    kind: z.enum(['question', 'confirmation']),
    text: z.string(),
  }),
  z.object({
    event: z.literal('reply'),
    id: z.string(),
    /** Of a confirmation `yes` or `no`. */
    answer: z.string(),
    by: z.enum(['person', 'nobody', 'cancelled']),
  }),
  /** A person changed something while the run was held. */
  z.object({
    event: z.literal('edited'),
    step: count.optional(),
    call: count.optional(),
    what: z.enum(['answer', 'call', 'result', 'denied']),
    before: z.string(),
    after: z.string(),
  }),
  z.object({
    event: z.literal('control'),
    act: z.enum(['paused', 'continued', 'stepped', 'taken over', 'handed back', 'halted']),
    why: z.string(),
  }),
  z.object({
    event: z.literal('outcome'),
    round: count,
    outcome: taskOutcome,
    /** The result, or why there is none. */
    text: z.string(),
    usage: modelUsage,
    steps: count,
  }),
]);
export type AgentEvent = Readonly<z.output<typeof agentEvent>>;
export type AgentEventOf<T extends AgentEvent['event']> = Extract<AgentEvent, { readonly event: T }>;
