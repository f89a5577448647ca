import type { Caller } from '#contract/model/tools/tool-call';
import type { CallHistory } from './breakpoints.ts';
import type { WaitingCall } from './call-hold.ts';

/** What each caller called last, and what came of it. */
export class CallHistories {
  /** By the name of the caller. */
  readonly #known = new Map<string, { call: string; times: number; lastFailed: boolean }>();

  /** What is known before this call, itself counted. */
  remember({ caller, tool, parameters }: WaitingCall): CallHistory {
    const call = JSON.stringify([tool, parameters]);
    const known = this.#known.get(caller.name);
    const times = known?.call === call ? known.times + 1 : 1;
    this.#known.set(caller.name, { call, times, lastFailed: false });
    return { lastFailed: known?.lastFailed ?? false, times };
  }

  ended({ name }: Caller, failed: boolean): void {
    const known = this.#known.get(name);
    if (known) known.lastFailed = failed;
  }
}
