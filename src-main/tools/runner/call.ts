import type { FindTool } from '../find-tool.ts';
import type { KeptFiles } from '../session/kept-files.ts';
import type { RecentCalls } from '../session/recent-calls.ts';
import type { LookBudget } from './engines/look-budget.ts';
import type { Tool, ToolResult } from '../define-tool.ts';
import type { PromptLock } from '../../permissions/prompt-lock.ts';
import type { SkillHost } from '../skill-host.ts';
import type { ToolSession } from '../session/tool-session.ts';
import type { CallHold } from '../../agents/debugger/call-hold.ts';
import type { Log } from '../../base/log.ts';
import type { Ceiling } from '../../permissions/ceiling.ts';
import type { PolicyMode } from '#contract/model/permissions/permission';
import type { CallObserver } from '../observer.ts';
import type { WireError } from '#contract/errors';
import type { Settings } from '#contract/model/settings';
import type { Resolution } from '#contract/model/runs/trace';
import type { Caller } from '#contract/model/tools/tool-call';
import type { Gate } from '../../permissions/gate.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CallLimits } from '../../permissions/call-limits.ts';
import type { DesktopHost, TaskDesktop, Turn } from '../desktop-host.ts';

export interface RunOptions {
  readonly caller: Caller;
  readonly session: ToolSession;
  /** Only these exist for the caller; every tool by default. */
  readonly tools?: readonly Tool[];
  readonly signal?: AbortSignal;
  /** For callers that pass the answer to a model: tokens for its rows; unlimited by default. */
  readonly room?: number;
  /** What the user lets the caller's task do without being asked; what the gate has for all by default. */
  readonly mode?: PolicyMode;
  /** Where every call of the caller works; on the person's own desktop by default. */
  readonly within?: TaskDesktop | undefined;
  readonly progress?: (fraction: number, message: string) => void;
  /** When the caller stops waiting, by the clock of `Date.now()`, in milliseconds; missing if nobody knows. */
  readonly waitsUntil?: number;
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
  /** `data`: the failure in the form of the tool's own contract, if it has one. */
  | { readonly ok: false; readonly error: WireError; readonly data?: object }
);

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
  /** Where a person may be asked while others act; nobody waits by default. */
  readonly promptLock?: PromptLock;
  /** Where tools keep what should outlive this process; missing if nothing should. */
  readonly profile?: string;
  /** The configuration of Computers that is in use, which is not an agent’s to change; beside that of the settings. */
  readonly config?: string | undefined;
  /** What else no agent reads or writes: clients’ files, what shells run when they start, and what Deskscope is started from. */
  readonly fileRestrictions?: {
    readonly places: readonly string[];
    readonly isNamed: (file: string) => boolean;
    /** Tokens of the profile, as they are now: files that hold one are not the agents'. */
    readonly secrets: () => readonly string[];
  };
  /** Recorded skills, for a caller; missing if nothing is kept. */
  readonly skills?: (caller: Caller) => SkillHost;
  /** Begins an act on the desktop once no person works there in its caller's place, and answers what ends it; at once by default. */
  readonly turn?: Turn;
  /** Desktops that callers open for themselves; missing if they open none. */
  readonly desktops?: DesktopHost;
  /** What is forbidden to everyone, whatever else allows it; nothing by default. */
  readonly ceiling?: Ceiling;
  readonly log: Log;
}

/** One call with all that it needs, from its runner and from anyone who made it. */
export type Call = ToolRunnerOptions &
  RunOptions & {
    readonly files: KeptFiles;
    readonly recent: RecentCalls;
    readonly tokens: ReadonlySet<string>;
    readonly budget: LookBudget;
    readonly find: FindTool;
    /** The id of the desktop that it works on; missing for the person's own. */
    readonly desktop?: string;
    readonly signal: AbortSignal;
    readonly call: number;
  };

/** The arguments of a call; those of a checked one fit the schema of its tool. */
export type Input = Record<string, unknown>;
