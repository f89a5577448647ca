import type { LookContext } from './define-tool.ts';
import type { ElementId } from '#contract/model/elements/element';
import type { WindowId, WindowMatch } from '#contract/model/windows/window';
import type { WireError } from '#contract/errors';

/** What Codex' Record & Replay answers of a recording, and what became of it here. */
export interface EventStreamStatus {
  readonly ok: true;
  readonly state: 'idle' | 'active' | 'stopped' | 'cancelled';
  readonly isRecording: boolean;
  readonly alreadyActive?: true;
  readonly sessionID: string | null;
  readonly sessionDirectoryPath: string | null;
  readonly eventsPath: string | null;
  readonly metadataPath: string | null;
  readonly suppressedEventsPath: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly endReason: string | null;
  readonly maxDurationSeconds: number;
  /** Number of steps so far. */
  readonly steps: number;
  /** The skill that it became. */
  readonly skill?: SkillView;
  /** What was left out as secret: step, kind and where it stood. */
  readonly leftOut?: readonly { readonly step: number; readonly what: string; readonly kind: string }[];
}

/** Before anything was recorded. */
export const idleStatus: EventStreamStatus = {
  ok: true,
  state: 'idle',
  isRecording: false,
  sessionID: null,
  sessionDirectoryPath: null,
  eventsPath: null,
  metadataPath: null,
  suppressedEventsPath: null,
  startedAt: null,
  endedAt: null,
  endReason: null,
  maxDurationSeconds: 1_800,
  steps: 0,
};

export interface SkillView {
  readonly name: string;
  readonly goal: string;
  readonly steps: number;
  readonly apps: readonly string[];
  readonly inputs: readonly { readonly name: string; readonly type: string; readonly recorded: string }[];
  /** Environment variables that hold the texts which nobody saw. */
  readonly secrets: readonly string[];
  /** The paths of `SKILL.md` and `recording.json`. */
  readonly folder: string;
  readonly createdAt: string;
  /** What of its needs is not met now; empty if it is ready. */
  readonly unmet: readonly { readonly message: string; readonly blocks: boolean }[];
}

export interface SkillRunRequest {
  readonly name: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** The step to begin with, counted from 1. */
  readonly from: number;
  /** What the step `from` acts on now, in place of what was recorded. */
  readonly element?: ElementId | undefined;
}

export interface SkillRun {
  readonly skill: string;
  /** A line for each step. */
  readonly lines: readonly string[];
  readonly status: 'passed' | 'failed' | 'stopped';
  /** What is not as it was when it was recorded. */
  readonly unmet: readonly string[];
  readonly failed?: {
    readonly step: number;
    readonly sentence: string;
    readonly window: WindowMatch;
    readonly selector: string | null;
    readonly error: WireError;
  };
  /** The person's answer about keeping other selectors; missing if there was nothing to keep. */
  readonly kept?: 'kept' | 'not kept' | 'nobody answered';
}

/** Recordings for agents, and the skills that they become. Bound to the caller of one call. */
export interface SkillHost {
  /**
   * Records what the person does from now on.
   * @throws AppError `unsupported_platform` if no person can be asked, `busy`, `permission_denied`
   */
  start(
    request: { readonly goal: string; readonly window: WindowId | null },
    signal: AbortSignal,
  ): Promise<EventStreamStatus>;
  /** Waits for the scan where a recording has just ended. */
  status(): Promise<EventStreamStatus>;
  stop(): Promise<EventStreamStatus>;
  list(): Promise<readonly SkillView[]>;
  /** @throws AppError `not_found`, `invalid_parameter`, `state_differs` if it cannot run here, `busy` */
  run(
    request: SkillRunRequest,
    context: LookContext & { readonly progress: (fraction: number, message: string) => void },
  ): Promise<SkillRun>;
}
