import type { Caller } from '#contract/model/tools/tool-call';

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
  /** What the elements are called that it would work on; empty where there is none. */
  readonly element: () => Promise<string>;
  /** Why other arguments cannot be used, in a sentence; empty where they can. */
  readonly check: (parameters: Readonly<Record<string, unknown>>) => string;
  /** Tells its caller that it waits, so that nobody gives it up. */
  readonly stillWaits: () => void;
}

/** What becomes of a call that was held. */
export type CallRelease =
  | { readonly do: 'go'; readonly holdResult?: boolean | undefined }
  | {
      readonly do: 'edit';
      readonly parameters: Readonly<Record<string, unknown>>;
      readonly holdResult?: boolean | undefined;
    }
  | { readonly do: 'deny' }
  /** A person took over meanwhile and did this, a sentence each: its agent must look again. */
  | { readonly do: 'drop'; readonly did: readonly string[] };

/** What a call answered, as a person may see and replace it. */
export interface WaitingResult extends Pick<WaitingCall, 'caller' | 'tool' | 'stillWaits'> {
  readonly content: string;
  /** Why another result cannot be used, in a sentence; empty where it can. */
  readonly check: (content: string) => string;
}

/** Where calls of agents can be held. */
export interface CallHold {
  /** Settles at once where nothing holds it. @throws AppError `cancelled` */
  hold(call: WaitingCall, signal: AbortSignal): Promise<CallRelease>;
  /** The result as the person lets it go; as it was where the call is given up: it has been made. Never throws. */
  holdResult(result: WaitingResult, signal: AbortSignal): Promise<string>;
  /** A call of that caller is over. */
  ended(caller: Caller, failed: boolean): void;
}
