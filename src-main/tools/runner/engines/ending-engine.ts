import { AppError } from '#contract/errors';
import { deadlines } from '../../../engine/deadlines.ts';
import type { CallOptions, Engine } from '../../../engine/engine.ts';

type Method = (input: unknown, options?: CallOptions) => Promise<unknown>;

/**
 * The engine for one call of a tool: with the call it ends. A tool that goes on after its caller was answered, e.g. by
 * `timeout`, finds nothing to do it with.
 */
export function endingEngine(engine: Engine, signal: AbortSignal): Engine {
  return new Proxy(engine, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (typeof name !== 'string' || !Object.hasOwn(deadlines, name)) return own;
      const method = (own as Method).bind(target);
      return async (input: unknown, options?: CallOptions) => {
        if (signal.aborted) throw new AppError('cancelled', 'The call has ended.', { delivery: 'not_delivered' });
        return method(input, { ...options, signal: options?.signal ?? signal });
      };
    },
  });
}
