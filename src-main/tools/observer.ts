import type { WireError } from '#contract/errors';
import type { Effect } from '#contract/model/permissions/permission';
import type { Caller } from '#contract/model/tools/tool-call';
import type { Resolution } from '#contract/model/runs/trace';
import type { Engine } from '../engine/engine.ts';
import type { CallRun } from './call-run.ts';
import type { ActsIn } from './define-tool.ts';
import type { ToolSession } from './session/tool-session.ts';

export interface CallStart {
  /** Grows by one with every call of this process. */
  readonly call: number;
  readonly tool: string;
  readonly caller: Caller;
  /** Secret text is masked. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** `refused`: the call itself was wrong, so that nobody was asked. */
  readonly decision: 'allowed' | 'granted' | 'denied' | 'refused';
  /** The rule or the answer behind the decision, for a person. */
  readonly decidedBy: string;
  /** Missing if the call was refused. */
  readonly effect?: Effect;
  /** True if text of the arguments is masked: whatever it is typed into must not be shown either. */
  readonly secret?: boolean;
  /** How long the decision took, the user's answer included, in milliseconds. */
  readonly permitMs?: number;
  readonly session?: ToolSession;
  /** Sees what it works on, if that is a desktop of the caller's own. */
  readonly engine?: Engine;
  /** What it is made for; missing for what is made for no run. */
  readonly run?: CallRun;
  /** What it would act in, looked up when first asked for; null if that is unknown. Missing if it was refused. */
  readonly target?: () => Promise<ActsIn | null>;
}

/** A call that waits for the user's permission. */
export type CallAsked = Pick<CallStart, 'call' | 'tool' | 'caller' | 'parameters'>;

export interface CallEnd extends CallStart {
  readonly elapsedMs: number;
  /** Text of the result, or of the error. */
  readonly text: string;
  readonly error?: WireError;
  readonly resolution?: Resolution;
}

/** Watches the tool-runner: traces, the live call log, the audit. Awaited, so that a trace line precedes its act. */
export interface CallObserver {
  /** The user is asked whether it may be made; `before` reports what came of it. */
  asked?(call: CallAsked): void;
  /**
   * @throws AppError `audit_unavailable` if the call may not be made, since nobody would know of it; any other failure is its own
   */
  before(start: CallStart): Promise<void> | void;
  after(end: CallEnd): Promise<void> | void;
}
