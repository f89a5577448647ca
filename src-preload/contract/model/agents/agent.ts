import { z } from 'zod';
import { blobName } from '../runs/blob-name.ts';
import { rect } from '../schemas/geometry.ts';

/** UFO's names. Their meaning and transitions are in `agent-states.ts`. */
export const agentStates = ['CONTINUE', 'ASSIGN', 'FINISH', 'FAIL', 'ERROR', 'PENDING', 'CONFIRM'] as const;
export const agentState = z.enum(agentStates);
export type AgentState = z.output<typeof agentState>;

export const agentKind = z.enum(['HostAgent', 'AppAgent']);
export type AgentKind = z.output<typeof agentKind>;

const json = z.record(z.string(), z.unknown());
const count = z.number().int().nonnegative();
const milliseconds = z.number().nonnegative();

/** Who performs the steps of a run. */
const actorKind = z.enum([...agentKind.options, 'Person']);
export type ActorKind = z.output<typeof actorKind>;

/**
 * An agent of a session: `HostAgent`, or `AppAgent/<program>/<title of the window>` as UFO names them; or the person, after
 * taking over.
 */
export const agentRef = z.object({ kind: actorKind, name: z.string() });
export type AgentRef = Readonly<z.output<typeof agentRef>>;

/** A part of the task, done by one AppAgent in one app. */
export const subTask = z.object({
  /** Counted from 1 within the run: a new plan continues the count. */
  id: z.string(),
  text: z.string(),
  /** Its program or window title; empty while undecided. */
  app: z.string(),
  /** Ids of its prerequisites. */
  after: z.array(z.string()),
  status: z.enum(['waiting', 'running', 'done', 'failed', 'dropped']),
  result: z.string(),
});
export type SubTask = Readonly<z.output<typeof subTask>>;

/** A call requested by a model. */
export const plannedAction = z.object({ function: z.string(), arguments: json });
export type PlannedAction = Readonly<z.output<typeof plannedAction>>;

/** A model's answer, in any dialect: UFO's version 2 or 3, or that of its documents. */
export const agentAnswer = z.object({
  observation: z.string(),
  thought: z.string(),
  /** Sub-tasks to come. Each waits for the previous one, unless `dependencies` overrides. */
  plan: z.array(z.string()),
  /** Prerequisites of sub-tasks, by their texts; if present, a sub-task not listed waits for none. */
  dependencies: z.array(z.object({ subTask: z.string(), after: z.array(z.string()) })).default([]),
  comment: z.string(),
  status: agentState,
  /** An AppAgent's actions, in order; a HostAgent has at most one. */
  actions: z.array(plannedAction),
  questions: z.array(z.string()),
  /** The HostAgent's message to the AppAgent. */
  message: z.array(z.string()),
  subTask: z.string(),
  /** A HostAgent's command; empty if none. */
  bash: z.string(),
  /** The agent's report of its result; empty while it works. */
  result: z.string(),
  /** Evidence that the task is done: a text shown by a window, by a part of its title. */
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

/** Outcome of a run. `unproven`: the agent claims success, and fresh data do not show it. */
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

/** How AppAgents see their windows. */
export const sight = z
  .object({
    /** Pictures show the controls' numbers. Not for models that act at points of a picture. */
    marks: z.boolean(),
    /** Text is recognized in every picture, beside the app's controls; else only if the app reports none. */
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
  /** Input of an AppAgent. */
  z.object({ list: z.literal('subTasks'), subTask: z.string(), agent: z.string() }),
  z.object({ list: z.literal('results'), subTask: z.string(), status: z.string(), result: z.string() }),
  z.object({ list: z.literal('screenshots'), step: count, reason: z.string(), picture: blobName }),
]);
export type BlackboardEntry = Readonly<z.output<typeof blackboardEntry>>;

/** Texts and pictures too long for a line of a trace are blobs. */
const picture = z.object({ blob: blobName, bounds: rect.nullable() });

/**
 * Events of an agent's run, beside its calls. `step` is counted from 1 over all agents of
 * the run.
 */
export const agentEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('round'),
    round: count,
    request: z.string(),
    /** `provider:model` per kind of agent. */
    models: z.record(agentKind, z.string()),
    limits: taskLimits,
  }),
  z.object({
    event: z.literal('state'),
    agent: agentRef.extend({ kind: agentKind }),
    /** Null for a new agent. */
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
    /** The original run of a repeated step: nothing was looked at, asked or done again. */
    from: z.string().optional(),
  }),
  /** The model's input. */
  z.object({
    event: z.literal('saw'),
    step: count,
    pictures: z.array(picture.extend({ label: z.string(), tokens: count })),
    /** The window's controls in the model's format. */
    controls: blobName.optional(),
    /** The desktop's windows, for a HostAgent: JSON in the model's format. */
    windows: blobName.optional(),
    controlCount: count,
    /** Controls found only in the picture. */
    readCount: count.optional(),
    /** Tokens of the controls, which are part of the texts: an estimate like the others. */
    controlTokens: count.optional(),
    /** Of all texts. */
    textTokens: count,
  }),
  /** A request to a model. `attempt` is counted from 1; later ones repair an answer. */
  z.object({ event: z.literal('asked'), step: count, attempt: count, model: z.string(), prompt: blobName }),
  z.object({
    event: z.literal('answered'),
    step: count,
    attempt: count,
    elapsedMs: milliseconds,
    raw: blobName.optional(),
    answer: agentAnswer.optional(),
    /** Why the answer is unusable. */
    problem: z.string().optional(),
    /** A person took over before it was executed. */
    dropped: z.literal(true).optional(),
    usage: modelUsage.optional(),
  }),
  /** Result of an action; `calls` are numbers of the trace. */
  z.object({
    event: z.literal('acted'),
    step: count,
    action: plannedAction,
    calls: z.array(count),
    status: z.enum(['success', 'failure', 'skipped', 'denied', 'none']),
    /** In the model's format. */
    text: z.string(),
    /** The chosen control, in screen pixels. */
    target: rect.nullable().optional(),
  }),
  z.object({ event: z.literal('stepped'), step: count, elapsedMs: z.record(z.string(), milliseconds) }),
  /** All sub-tasks, after each change. */
  z.object({ event: z.literal('plan'), subTasks: z.array(subTask) }),
  z.object({ event: z.literal('noted'), entry: blackboardEntry }),
  /** A question to the user; a `reply` with the same id follows. */
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
    /** For a confirmation `yes` or `no`. */
    answer: z.string(),
    by: z.enum(['person', 'nobody', 'cancelled']),
  }),
  /** A change by the user while the run was held. */
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
    /** The result, or why it is missing. */
    text: z.string(),
    usage: modelUsage,
    steps: count,
  }),
]);
export type AgentEvent = Readonly<z.output<typeof agentEvent>>;
export type AgentEventOf<T extends AgentEvent['event']> = Extract<AgentEvent, { readonly event: T }>;
