import type { Api, ApiClient } from '#contract/api';
import type { Bridge } from '#contract/bridge';
import type { Client, Contract } from '#contract/define';
import { fromWire } from '#contract/errors';

/** Dependencies of a feature's store; tests pass their own. */
export interface Services {
  readonly client: ApiClient;
  readonly on: Subscribe;
  /** Tells the user about a failure. */
  readonly report: (error: unknown) => void;
  /** Tells the user about a success in one sentence. */
  readonly notify: (sentence: string) => void;
}

/** The services of a window over its bridge; the shell provides `report` and `notify`. */
export function createServices(bridge: Bridge, voice: Pick<Services, 'report' | 'notify'>): Services {
  return { client: createClient<Api>(bridge), on: (topic, listener) => bridge.on(topic, listener), ...voice };
}

/** Subscribes to a topic of the main process; returns the unsubscribe function. */
export type Subscribe = Bridge['on'];

/** Combines several subscriptions into one. */
export function together(...ends: readonly (() => void)[]): () => void {
  return () => ends.forEach((end) => end());
}

/**
 * The methods of a contract as functions. Each sends its input over the bridge and returns the value.
 * @throws AppError with the code from the main process
 */
export function createClient<C extends Contract>(bridge: Bridge): Client<C> {
  const call = async (method: string, input: unknown): Promise<unknown> => {
    const reply = await bridge.call(method, input);
    if (!reply.ok) throw fromWire(reply.error);
    return reply.value;
  };
  return new Proxy({} as Client<C>, {
    get(_, method) {
      // A client returned from an async function is asked for `then`: it is not a promise.
      if (typeof method === 'symbol' || method === 'then') return undefined;
      return (input: unknown) => call(method, input);
    },
  });
}
