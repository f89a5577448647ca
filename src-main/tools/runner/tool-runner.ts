import { setMaxListeners } from 'node:events';
import type { Log } from '../../base/log.ts';
import { linkSignals } from '../../base/link-signals.ts';
import { perObject } from '../../base/per-object.ts';
import type { CallHold } from '../../debugger/call-hold.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CallLimits } from '../../permissions/call-limits.ts';
import type { Ceiling } from '../../permissions/ceiling.ts';
import type { Floor } from '../../permissions/floor.ts';
import type { Gate } from '../../permissions/gate.ts';
import { harmless } from '#contract/foreign-text';
import { AppError, type WireError } from '#contract/errors';
import type { PolicyMode } from '#contract/model/permission';
import type { Settings } from '#contract/model/settings';
import type { Caller } from '#contract/model/tool-call';
import type { Resolution } from '#contract/model/trace';
import type { Tool, ToolResult } from '../define-tool.ts';
import { harmlessForeign } from '../answers/bounded-foreign.ts';
import { createFindTool } from '../find-tool.ts';
import { createKeptFiles } from '../kept-files.ts';
import type { CallObserver } from '../observer.ts';
import { RecentCalls } from '../recent-calls.ts';
import { LookBudget } from './look-budget.ts';
import { runCall } from './run-call.ts';
import type { ToolSession } from '../tool-session.ts';

export interface RunOptions {
  readonly caller: Caller;
  readonly session: ToolSession;
  /** Only these exist for the caller; every tool by default. */
  readonly tools?: readonly Tool[];
  readonly signal?: AbortSignal;
  /** For callers that hand the answer to a model: tokens for its rows; without end by default. */
  readonly room?: number;
  /** What the user lets the caller's task do unasked; what the gate has for all by default. */
  readonly mode?: PolicyMode;
  readonly progress?: (fraction: number, message: string) => void;
}

/** Never thrown: a failed call is a result too. */
export type RunOutcome = {
  /** The number of the call in the trace. */
  readonly call?: number;
  readonly elapsedMs: number;
  /** The caller wants the text alone; data are for the trace. */
  readonly textAlone?: boolean;
  readonly resolution?: Resolution;
} & (
  | { readonly ok: true; readonly result: ToolResult }
  /** `data`: the failure in the form of the tool's own contract, where it has one. */
  | { readonly ok: false; readonly error: WireError; readonly data?: object }
);

/**
 * THE choke point: every tool call of anyone, agent, replay or the user's own click, passes here.
 * find → parse → hold → permit → trace before → act → verify → trace after → shape.
 */
export interface ToolRunner {
  readonly tools: readonly Tool[];
  /** What the tools see and touch the desktop with. */
  readonly engine: Engine;
  readonly recent: RecentCalls;
  /** Tokens of this process: no file that holds one of them is read or written by agents. */
  readonly tokens: Set<string>;
  /** `key` is `action::click_input`; the dotted form is accepted. */
  run(key: string, parameters: unknown, options: RunOptions): Promise<RunOutcome>;
  /** Ends every call under way with `cancelled`. */
  haltAll(): void;
}

export interface ToolRunnerOptions {
  readonly tools: readonly Tool[];
  readonly engine: Engine;
  readonly gate: Gate;
  readonly observers: readonly CallObserver[];
  readonly settings: () => Settings;
  /** How much one agent may call; no limit by default. */
  readonly limits?: CallLimits;
  /** Where a person may hold what agents do; nobody does by default. */
  readonly hold?: CallHold;
  /** Where a person may be asked while others act; no one waits by default. */
  readonly floor?: Floor;
  /** Where tools keep what should outlive this process; missing where nothing should. */
  readonly profile?: string;
  /** The configuration of Computers that is in use, which is no agent’s to change; beside that of the settings. */
  readonly config?: string | undefined;
  /** What else no agent reads or writes: clients’ files, what shells run when they start, and what Deskscope is started from. */
  readonly fence?: {
    readonly places: readonly string[];
    readonly isNamed: (file: string) => boolean;
    /** Tokens of the profile, as they are now: files that hold one are not the agents'. */
    readonly secrets: () => readonly string[];
  };
  /** What is forbidden to everyone, whatever else allows it; nothing by default. */
  readonly ceiling?: Ceiling;
  readonly log: Log;
}

export function createToolRunner(options: ToolRunnerOptions): ToolRunner {
  const find = createFindTool(options.tools);
  const findAmong = perObject(createFindTool);
  const files = createKeptFiles(options.profile);
  const recent = new RecentCalls();
  const tokens = new Set<string>();
  const budget = new LookBudget();
  const observers = [...options.observers, recent];
  let halt = createHalt();
  let calls = 0;
  return {
    tools: options.tools,
    engine: options.engine,
    recent,
    tokens,
    async run(key, parameters, run) {
      const link = linkSignals([halt.signal, run.signal]);
      try {
        const tools = run.tools ? findAmong(run.tools) : find;
        const call = {
          ...options,
          ...run,
          recent,
          tokens,
          budget,
          observers,
          files,
          find: tools,
          signal: link.signal,
          call: ++calls,
        };
        return { ...harmlessOutcome(await runCall(call, key, parameters)), call: call.call };
      } finally {
        link.dispose();
      }
    },
    haltAll() {
      halt.abort(new AppError('cancelled', 'The user halted every call.'));
      halt = createHalt();
    },
  };
}

/** No text that leaves can steer a terminal or hide something from its reader, whatever tool made it; data stay exact. */
function harmlessOutcome(outcome: RunOutcome): RunOutcome {
  if (!outcome.ok) {
    const { message, hint } = outcome.error;
    return { ...outcome, error: { ...outcome.error, message: harmless(message), hint: harmless(hint) } };
  }
  const { text, note, foreign } = outcome.result;
  const result = { ...outcome.result, text: harmless(text), ...(note && { note: harmless(note) }) };
  return { ...outcome, result: { ...result, ...(foreign && { foreign: harmlessForeign(foreign) }) } };
}

/** Any number of calls listens to it at once. */
function createHalt(): AbortController {
  const halt = new AbortController();
  setMaxListeners(0, halt.signal);
  return halt;
}
