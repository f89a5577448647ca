import type { Caller } from '#contract/model/tool-call';

/** An agent's call, before anyone was asked whether it may be made. */
export interface WaitingCall {
  readonly caller: Caller;
  readonly tool: string;
  readonly acts: boolean;
  /** As a person may see them: passwords are masked. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Whether something of them is masked. */
  readonly isSecret: boolean;
  /** Title and app of the window it would act in or look at; empty where there is none. */
  readonly window: () => Promise<string>;
  /** Why other arguments cannot be used, in a sentence; empty where they can. */
  readonly check: (parameters: Readonly<Record<string, unknown>>) => string;
  /** Tells its caller that it waits, so that nobody gives it up. */
  readonly stillWaits: () => void;
}

export type CallRelease =
  { readonly do: 'go' | 'deny' } | { readonly do: 'edit'; readonly parameters: Readonly<Record<string, unknown>> };

/** Where calls of agents can be held. */
export interface CallHold {
  /** Settles at once where nothing holds it. @throws AppError `cancelled` */
  hold(call: WaitingCall, signal: AbortSignal): Promise<CallRelease>;
  /** A call of that caller is over. */
  ended(caller: Caller, failed: boolean): void;
}
