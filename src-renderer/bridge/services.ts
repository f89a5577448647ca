import type { Api, ApiClient } from '#contract/api';
import type { Bridge } from '#contract/bridge';
import type { Client, Contract } from '#contract/define';
import { fromWire } from '#contract/errors';

/** What a feature's store works with; tests hand in their own. */
export interface Services {
  readonly client: ApiClient;
  readonly on: Subscribe;
  /** Tells the user about a failure. */
  readonly report: (error: unknown) => void;
  /** Tells the user about a success in one sentence. */
  readonly notify: (sentence: string) => void;
}

/** The services of a window over its bridge; `report` and `notify` are the shell's. */
export function createServices(bridge: Bridge, voice: Pick<Services, 'report' | 'notify'>): Services {
  return { client: createClient<Api>(bridge), on: (topic, listener) => bridge.on(topic, listener), ...voice };
}

/** Listens to a topic of the main process; returns the function that ends it. */
export type Subscribe = Bridge['on'];

/** Ends several subscriptions as one. */
export function together(...ends: readonly (() => void)[]): () => void {
  return () => ends.forEach((end) => end());
}

/**
 * The methods of a contract as functions. Each sends its input over the bridge and answers the value.
 * @throws AppError with the code the main process gave
 */
export function createClient<C extends Contract>(bridge: Bridge): Client<C> {
  const call = async (method: string, input: unknown): Promise<unknown> => {
    const reply = await bridge.call(method, input);
    if (!reply.ok) throw fromWire(reply.error);
    return reply.value;
  };
  return new Proxy({} as Client<C>, {
    get(_, method) {
      // A client that is returned from an async function is asked for `then`: it is not a promise.
      if (typeof method === 'symbol' || method === 'then') return undefined;
      return (input: unknown) => call(method, input);
    },
  });
}
