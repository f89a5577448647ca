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
  /** `refused`: the call itself was invalid, so that the user was not asked. */
  readonly decision: 'allowed' | 'granted' | 'denied' | 'refused';
  /** The rule or the answer behind the decision, for display. */
  readonly decidedBy: string;
  /** Missing if the call was refused. */
  readonly effect?: Effect;
  /** True if text of the arguments is masked: the target field must not be shown either. */
  readonly secret?: boolean;
  /** How long the decision took, the user's answer included, in milliseconds. */
  readonly permitMs?: number;
  readonly session?: ToolSession;
  /** Reads its desktop, if that is the caller's own. */
  readonly engine?: Engine;
  /** Its run; missing if there is none. */
  readonly run?: CallRun;
  /** Its target, looked up when first requested; null if unknown. Missing if it was refused. */
  readonly target?: () => Promise<ActsIn | null>;
}

/** A call that waits for the user. */
export type CallWaiting = Pick<CallStart, 'call' | 'tool' | 'caller' | 'parameters'>;

export interface CallEnd extends CallStart {
  readonly elapsedMs: number;
  /** Text of the result, or of the error. */
  readonly text: string;
  readonly error?: WireError;
  readonly resolution?: Resolution;
}

/** Observes the tool-runner: traces, the live call log, the audit. Awaited, so that a trace line precedes its act. */
export interface CallObserver {
  /** The user holds it in the debugger; one of the others follows. */
  held?(call: CallWaiting): void;
  /** The user is asked for permission; `before` reports the decision. */
  asked?(call: CallWaiting): void;
  /** @throws AppError `audit_unavailable` to prevent a call that cannot be logged; other errors are handled */
  before(start: CallStart): Promise<void> | void;
  after(end: CallEnd): Promise<void> | void;
}
