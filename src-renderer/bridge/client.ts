import type { Bridge } from '#contract/bridge';
import type { Client, Contract } from '#contract/define';
import { fromWire } from '#contract/errors';

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
