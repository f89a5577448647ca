import { randomUUID } from 'node:crypto';
import type { Caller } from '#contract/model/tools/tool-call';
import { AppError } from '#contract/errors';
import type { AgentEvent } from '#contract/model/agents/agent';
import type { Point } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/windows/window';
import type { Held, Release } from '#contract/model/runs/debug';

/** The window that a held call would act in, and the point in it; physical screen pixels. */
export interface HeldPlace {
  readonly window: WindowId;
  /** Null if it acts on the window as a whole, or if unknown. */
  readonly at: Point | null;
}

/** An agent's call, before any permission question. */
export interface WaitingCall {
  readonly caller: Caller;
  readonly tool: string;
  readonly acts: boolean;
  /** As shown to the user: passwords are masked. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Whether any parameter is masked. */
  readonly isSecret: boolean;
  /** Title and app of the target window; empty if there is none. */
  readonly window: () => Promise<string>;
  /** Names of the target elements; empty if there are none. */
  readonly element: () => Promise<string>;
  /** Where it would act; null if unknown. */
  readonly place?: () => Promise<HeldPlace | null>;
  /** Why other arguments cannot be used, in a sentence; empty if they can. */
  readonly check: (parameters: Readonly<Record<string, unknown>>) => string;
  /** Notifies the caller that the call waits, so that it does not time out. */
  readonly stillWaits: () => void;
}

/** The fate of a held call. */
export type CallRelease =
  | { readonly do: 'go'; readonly holdResult?: boolean | undefined }
  | {
      readonly do: 'edit';
      readonly parameters: Readonly<Record<string, unknown>>;
      readonly holdResult?: boolean | undefined;
    }
  | { readonly do: 'deny' }
  /** The user took over meanwhile and did this, a sentence each: the agent must look again. */
  | { readonly do: 'drop'; readonly did: readonly string[] };

/** The result of a call, which the user may inspect and replace. */
export interface WaitingResult extends Pick<WaitingCall, 'caller' | 'tool' | 'stillWaits'> {
  readonly content: string;
  /** Why another result cannot be used, in a sentence; empty if it can. */
  readonly check: (content: string) => string;
}

/** Where calls of agents can be held. */
export interface CallHold {
  /** Settles at once if nothing holds it. @throws AppError `cancelled` */
  hold(call: WaitingCall, signal: AbortSignal): Promise<CallRelease>;
  /** The result as the user releases it; unchanged if the call is abandoned, since it has been made. Never throws. */
  holdResult(result: WaitingResult, signal: AbortSignal): Promise<string>;
  /** A call of that caller has ended. */
  ended(caller: Caller, failed: boolean): void;
}

/** How a held item is released: as the user decides, or dropped because of the user's own acts, a sentence each. */
export type Outcome = Release | { readonly do: 'drop'; readonly did: readonly string[] };

interface Waiter {
  readonly held: Held;
  readonly place: () => Promise<HeldPlace | null>;
  readonly report: (event: AgentEvent) => void;
  /** @throws AppError `invalid_parameter` for invalid content */
  readonly release: (how: Outcome) => void;
}

interface WaitingOptions {
  readonly changed: () => void;
  /** Records the user's acts, in the run that is current when this is called. */
  readonly reporter: () => (event: AgentEvent) => void;
  /** Whether the next item is held, too. */
  readonly steps: () => boolean;
}

/** The items that wait for the user, oldest first. */
export class Waiting {
  readonly #options: WaitingOptions;
  readonly #waiters = new Map<string, Waiter>();

  constructor(options: WaitingOptions) {
    this.#options = options;
  }

  get held(): readonly Held[] {
    return [...this.#waiters.values()].map((waiter) => waiter.held);
  }

  /** @throws AppError `not_found` if no longer held; `invalid_parameter` for invalid content */
  release(id: string, how: Outcome): void {
    const waiter = this.#waiters.get(id);
    if (!waiter) throw new AppError('not_found', 'This call is no longer held.');
    waiter.release(how);
  }

  /** Where a held call would act; null if unknown or no longer held. */
  async placeOf(id: string): Promise<HeldPlace | null> {
    return (await this.#waiters.get(id)?.place()) ?? null;
  }

  releaseFirst(how: Outcome): void {
    const [first] = this.#waiters.values();
    first?.release(how);
  }

  releaseAll(how: Outcome): void {
    for (const { release } of [...this.#waiters.values()]) release(how);
  }

  /** Drops the calls and answers from before the user's acts. */
  dropAll(did: readonly string[]): void {
    for (const { held, release } of [...this.#waiters.values()])
      if (held.kind === 'call' || held.kind === 'answer') release({ do: 'drop', did });
  }

  /** Reports to the run of the oldest item; does nothing if none waits. */
  reportFirst(event: AgentEvent): void {
    const [first] = this.#waiters.values();
    first?.report(event);
  }

  /**
   * Settles with the result of `means` for the release; an error of `means` goes to the releasing caller, and the item
   * stays held.
   * @throws AppError `cancelled`
   */
  wait<T>(
    about: Omit<Held, 'id' | 'since'>,
    signal: AbortSignal,
    means: (how: Outcome) => T,
    place: () => Promise<HeldPlace | null> = () => Promise.resolve(null),
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (signal.aborted) {
        reject(new AppError('cancelled'));
        return;
      }
      const id = randomUUID();
      const report = this.#options.reporter();
      const end = () => {
        signal.removeEventListener('abort', onAbort);
        this.#waiters.delete(id);
        this.#options.changed();
      };
      const onAbort = () => {
        end();
        reject(new AppError('cancelled'));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      const release = (how: Outcome) => {
        const outcome = means(how);
        report({ event: 'control', act: this.#options.steps() ? 'stepped' : 'continued', why: about.title });
        end();
        resolve(outcome);
      };
      this.#waiters.set(id, { held: { ...about, id, since: Date.now() }, place, report, release });
      report({ event: 'control', act: 'paused', why: about.why });
      this.#options.changed();
    });
  }
}
