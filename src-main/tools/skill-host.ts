import type { LookContext } from './define-tool.ts';
import type { ElementId } from '#contract/model/elements/element';
import type { WindowId, WindowMatch } from '#contract/model/windows/window';
import type { WireError } from '#contract/errors';

/** A recording's status in Codex' Record & Replay, and its result here. */
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
  /** The resulting skill. */
  readonly skill?: SkillView;
  /** Removed secrets: step, kind and location. */
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
  /** Environment variables of unrecorded texts. */
  readonly secrets: readonly string[];
  /** The paths of `SKILL.md` and `recording.json`. */
  readonly folder: string;
  readonly createdAt: string;
  /** Unmet needs; empty if it is ready. */
  readonly unmet: readonly { readonly message: string; readonly blocks: boolean }[];
}

export interface SkillRunRequest {
  readonly name: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** The first step to run, 1-based. */
  readonly from: number;
  /** The new target of the step `from`, replacing the recorded one. */
  readonly element?: ElementId | undefined;
}

export interface SkillRun {
  readonly skill: string;
  /** A line for each step. */
  readonly lines: readonly string[];
  readonly status: 'passed' | 'failed' | 'stopped';
  /** What differs from when it was recorded. */
  readonly unmet: readonly string[];
  readonly failed?: {
    readonly step: number;
    readonly sentence: string;
    readonly window: WindowMatch;
    readonly selector: string | null;
    readonly error: WireError;
  };
  /** The user's answer about keeping other selectors; missing if there was nothing to keep. */
  readonly kept?: 'kept' | 'not kept' | 'nobody answered';
}

/** Recordings for agents, and the resulting skills. Bound to the caller of one call. */
export interface SkillHost {
  /**
   * Records what the user does from now on.
   * @throws AppError `unsupported_platform` if the user cannot be asked, `busy`, `permission_denied`
   */
  start(
    request: { readonly goal: string; readonly window: WindowId | null },
    signal: AbortSignal,
  ): Promise<EventStreamStatus>;
  /** Waits for the scan if a recording has just ended. */
  status(): Promise<EventStreamStatus>;
  stop(): Promise<EventStreamStatus>;
  list(): Promise<readonly SkillView[]>;
  /** @throws AppError `not_found`, `invalid_parameter`, `state_differs` if it cannot run here, `busy` */
  run(
    request: SkillRunRequest,
    context: LookContext & { readonly progress: (fraction: number, message: string) => void },
  ): Promise<SkillRun>;
}
