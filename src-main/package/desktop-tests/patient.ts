import { deadlines } from '../../engine/deadlines.ts';
import type { CallOptions, Engine, EngineMethod } from '../../engine/engine.ts';

/** With many workers for each processor, a window list may take seconds; milliseconds. */
const patienceMs = 30_000;

type Method = (input: unknown, options?: CallOptions) => Promise<unknown>;

/**
 * The engine of tests: how long they wait is decided by their own timeouts, so a call that is merely late fails nothing. An
 * engine that is stuck is noticed otherwise.
 */
export function patient(engine: Engine): Engine {
  return new Proxy(engine, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (typeof own !== 'function') return own;
      if (!Object.hasOwn(deadlines, name)) return own.bind(target) as unknown;
      const timeoutMs = Math.max(patienceMs, deadlines[name as EngineMethod].ms);
      return (input: unknown, options?: CallOptions) => (own as Method).call(target, input, { timeoutMs, ...options });
    },
  });
}
