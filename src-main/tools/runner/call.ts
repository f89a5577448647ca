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
  /** The only tools for the caller; every tool by default. */
  readonly tools?: readonly Tool[];
  readonly signal?: AbortSignal;
  /** For callers that pass the answer to a model: tokens for its rows; unlimited by default. */
  readonly room?: number;
  /** The permission mode of the caller's task; by default the gate's general mode. */
  readonly mode?: PolicyMode;
  /** The desktop of all of the caller's calls; the user's own by default. */
  readonly within?: TaskDesktop | undefined;
  readonly progress?: (fraction: number, message: string) => void;
  /** When the caller stops waiting, by the clock of `Date.now()`, in milliseconds; missing if unknown. */
  readonly waitsUntil?: number;
}

/** Never thrown: a failed call is a result too. */
export type RunOutcome = {
  /** The number of the call in the trace. */
  readonly call?: number;
  readonly elapsedMs: number;
  /** The caller wants only the text; data are for the trace. */
  readonly textAlone?: boolean;
  readonly resolution?: Resolution;
} & (
  | { readonly ok: true; readonly result: ToolResult }
  /** `data`: the failure in the form of the tool's own contract, if it has one. */
  | { readonly ok: false; readonly error: WireError; readonly data?: object }
);

export interface ToolRunnerOptions {
  /** All of them; a function loads them for the first call of a caller that has no tools of its own. */
  readonly tools: readonly Tool[] | (() => Promise<readonly Tool[]>);
  readonly engine: Engine;
  readonly gate: Gate;
  readonly observers: readonly CallObserver[];
  readonly settings: () => Settings;
  /** Rate limits per agent; unlimited by default. */
  readonly limits?: CallLimits;
  /** Lets the user hold agents' calls; missing by default. */
  readonly hold?: CallHold;
  /** Serialises questions to the user with other acts; missing by default. */
  readonly promptLock?: PromptLock;
  /** Where tools store data that outlives this process; missing for none. */
  readonly profile?: string;
  /** The active configuration of Computers, which agents must not change, besides that of the settings. */
  readonly config?: string | undefined;
  /**
   * Other files that agents must not read or write: clients’ files, shells' startup files, and the files that start Deskscope.
   */
  readonly fileRestrictions?: {
    readonly places: readonly string[];
    readonly isNamed: (file: string) => boolean;
    /** Current tokens of the profile: files that contain one are out of reach of agents. */
    readonly secrets: () => readonly string[];
  };
  /** Recorded skills of a caller; missing if none are stored. */
  readonly skills?: (caller: Caller) => SkillHost;
  /**
   * Begins an act on the desktop once the user does not work there in the caller's place, and returns a function that ends it;
   * at once by default.
   */
  readonly turn?: Turn;
  /** Desktops that callers open for themselves; missing if unsupported. */
  readonly desktops?: DesktopHost;
  /** Acts denied to everyone, regardless of other rules; empty by default. */
  readonly ceiling?: Ceiling;
  readonly log: Log;
}

/** One call with everything it needs, from its runner and its caller. */
export type Call = Omit<ToolRunnerOptions & RunOptions, 'tools'> & {
  readonly tools: readonly Tool[];
  readonly files: KeptFiles;
  readonly recent: RecentCalls;
  readonly tokens: ReadonlySet<string>;
  readonly budget: LookBudget;
  readonly find: FindTool;
  /** The id of its desktop; missing for the user's own. */
  readonly desktop?: string;
  readonly signal: AbortSignal;
  readonly call: number;
};

/** The arguments of a call; if checked, they match its tool's schema. */
export type Input = Record<string, unknown>;
