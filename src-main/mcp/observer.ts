import type { WireError } from '#contract/errors';
import type { Caller } from '#contract/model/tool-call';
import type { Resolution } from '#contract/model/trace';

export interface CallStart {
  /** Grows by one with every call of this process. */
  readonly call: number;
  readonly tool: string;
  readonly caller: Caller;
  /** Secret text is masked. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** `refused`: the call itself was wrong, so that nobody was asked. */
  readonly decision: 'allowed' | 'granted' | 'denied' | 'refused';
}

export interface CallEnd extends CallStart {
  readonly elapsedMs: number;
  /** Of the result, or of the error. */
  readonly text: string;
  readonly error?: WireError;
  readonly resolution?: Resolution;
}

/** Watches the tool-runner: traces, the live call log, the audit. Awaited, so that a trace line precedes its act. */
export interface CallObserver {
  before(start: CallStart): Promise<void> | void;
  after(end: CallEnd): Promise<void> | void;
}
