import { z } from 'zod';
import { errorCatalog, type ErrorCode } from '../../errors.ts';
import { agentEvent, taskOutcome } from '../agents/agent.ts';
import { blobName } from './blob-name.ts';
import { controlTypes } from '../elements/element.ts';
import { elementState } from '../schemas/element.ts';
import type { Rect } from '../geometry.ts';
import { rect } from '../schemas/geometry.ts';

export const traceVersion = 3;

/** How a tool found its element. */
export interface Resolution {
  readonly selector: string;
  readonly matchCount: number;
  readonly attempts: number;
  readonly elapsedMs: number;
  readonly bounds: Rect | null;
  /** Its description, e.g. `Button “7”`; missing for a window. */
  readonly element?: string;
  /** The fallback used when the primary selector failed; never silent. */
  readonly healedFrom?: string;
}

const json = z.record(z.string(), z.unknown());
const milliseconds = z.number().nonnegative();

export const caller = z.object({ kind: z.enum(['user', 'replay', 'agent', 'cli']), name: z.string() });

export const decision = z.enum(['allowed', 'granted', 'denied', 'refused']);

const delivery = z.enum(['not_delivered', 'delivered', 'unknown']);

export const wireError = z.object({
  code: z.enum(Object.keys(errorCatalog) as [ErrorCode, ...ErrorCode[]]).catch('internal'),
  message: z.string(),
  hint: z.string(),
  delivery: delivery.optional(),
  data: json.optional(),
});

const resolution = z.object({
  selector: z.string(),
  matchCount: z.number(),
  attempts: z.number(),
  elapsedMs: milliseconds,
  bounds: rect.nullable(),
  element: z.string().optional(),
  healedFrom: z.string().optional(),
});

/** A picture of the target's window, or else of the screen. Version 1 did not record its bounds. */
const tracedPicture = z.object({
  blob: blobName,
  thumbnail: blobName.optional(),
  /** Screen pixels. */
  bounds: rect.nullable(),
});
export type TracedPicture = Readonly<z.output<typeof tracedPicture>>;

/** A tree as a blob: in full, or with `base` as a difference. */
const tracedTree = z.object({ blob: blobName, base: blobName.optional() });
export type TracedTree = Readonly<z.output<typeof tracedTree>>;

export const phase = z.enum(['before', 'after']);
export type Phase = z.output<typeof phase>;

const call = z.number().int().positive();
/** `at` is the wall clock, `mono` milliseconds since the run began on a monotonic clock. */
const stamp = { at: z.string(), mono: milliseconds.optional() };

/** One line of a trace file (`trace.jsonl`). */
export const traceEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), version: z.number().int(), run: z.string(), title: z.string(), ...stamp }),
  z.object({
    type: z.literal('before'),
    call,
    ...stamp,
    tool: z.string(),
    caller,
    parameters: json,
    /** If too long for a line. */
    parametersBlob: blobName.optional(),
    decision,
    /** Who or what decided, for display. */
    decidedBy: z.string().optional(),
    effect: z.enum(['observe', 'act', 'program']).optional(),
    target: z.object({ id: z.string(), title: z.string(), app: z.string() }).optional(),
    permitMs: milliseconds.optional(),
  }),
  /** Picture of the target. Arrives later: the call does not wait for it. */
  z.object({
    type: z.literal('seen'),
    call,
    phase,
    ...stamp,
    picture: tracedPicture.optional(),
    tree: tracedTree.optional(),
    /** How long the call waited for it. */
    waitedMs: milliseconds.optional(),
    /** Why a part is missing; empty if none. */
    note: z.string(),
  }),
  z.object({
    type: z.literal('after'),
    call,
    ...stamp,
    elapsedMs: milliseconds,
    text: z.string(),
    /** The full text, if too long for a line. */
    textBlob: blobName.optional(),
    error: wireError.optional(),
    delivery: delivery.optional(),
    resolution: resolution.optional(),
  }),
  /** An event of an agent's run, see `agent.ts`. */
  z.object({ type: z.literal('agent'), ...stamp, agent: agentEvent }),
  z.object({ type: z.literal('end'), ...stamp }),
]);
export type TraceEvent = Readonly<z.output<typeof traceEvent>>;
export type TraceEventOf<T extends TraceEvent['type']> = Extract<TraceEvent, { readonly type: T }>;

/** Kind of a run: the app's own and the user's calls, an agents' task, an MCP client's session, a replay. */
export const runKind = z.enum(['app', 'task', 'client', 'replay']);
export type RunKind = z.output<typeof runKind>;

/** A run's outcome. A task has a `taskOutcome`; a replay passed, failed or was stopped; all else just ended. */
export const runEnding = z.object({
  status: z.enum([...taskOutcome.options, 'passed', 'ended']),
  /** In a sentence; may be empty. */
  text: z.string(),
});
export type RunEnding = Readonly<z.output<typeof runEnding>>;

/** Source of an imported run, and its unknown parts. */
export const runOrigin = z.object({
  /** `UFO v3`, `OSWorld` … */
  format: z.string(),
  /** Name of its folder or file. */
  name: z.string(),
  /** Data the format lacks, in a few words each. */
  lacks: z.array(z.string()),
  /** Parts that could not be imported, in a sentence each. */
  notes: z.array(z.string()),
  /** The original file, if it contains more than a run can. */
  original: blobName.optional(),
});
export type RunOrigin = Readonly<z.output<typeof runOrigin>>;

/** `run.json`: the data of a list of runs, without the trace. Early traces lack some of it. */
export const runFile = z.object({
  version: z.number().int(),
  run: z.string(),
  title: z.string(),
  started: z.string(),
  kind: runKind.optional(),
  /** Missing for a live run, and after a crash. */
  ended: z.string().optional(),
  outcome: runEnding.optional(),
  host: z.object({ platform: z.string(), release: z.string() }).optional(),
  /** For an imported run. */
  origin: runOrigin.optional(),
});
export type RunFile = Readonly<z.output<typeof runFile>>;

/** A call as a row of a list. */
export const callSummary = z.object({
  call,
  /** Milliseconds since the epoch. */
  at: z.number(),
  tool: z.string(),
  caller,
  /** Its target, in a few words; may be empty. */
  target: z.string(),
  /** Known while the call runs: its app, or its window's title. */
  where: z.string().optional(),
  status: z.enum(['running', 'ok', 'failed', 'denied']),
  elapsedMs: milliseconds,
  error: z.string().optional(),
  thumbnail: blobName.optional(),
  /** Set if a selector other than the first found its element. */
  healed: z.literal(true).optional(),
});
export type CallSummary = Readonly<z.output<typeof callSummary>>;

/** A row of a stored tree, in document order. */
export const treeRow = z.object({
  id: z.string(),
  parent: z.string().nullable(),
  depth: z.number().int().nonnegative(),
  controlType: z.enum(controlTypes),
  role: z.string(),
  name: z.string(),
  automationId: z.string(),
  value: z.string().nullable(),
  states: z.array(elementState),
  bounds: rect.nullable(),
});
export type TreeRow = Readonly<z.output<typeof treeRow>>;

/** The difference between two trees. */
export interface TreeChange {
  readonly added: readonly TreeRow[];
  readonly removed: readonly TreeRow[];
  readonly changed: readonly { readonly before: TreeRow; readonly after: TreeRow }[];
}
