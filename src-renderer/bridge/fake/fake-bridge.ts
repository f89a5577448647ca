import type { Bridge } from '#contract/bridge';
import { AppError, toWire, type Reply } from '#contract/errors';
import { fakeMethods } from './fake-methods.ts';

/**
 * A small in-memory desktop, so that the pages run in a plain browser. It answers what the views need and rejects the
 * rest with `unsupported_platform`; never part of a build.
 */
export function createFakeBridge(): Bridge {
  const listeners = new Map<string, Set<(payload: never) => void>>();
  const methods = fakeMethods((topic, payload) => {
    listeners.get(topic)?.forEach((listener) => listener(payload as never));
  });
  return {
    async call(method, input): Promise<Reply<unknown>> {
      try {
        const work = methods[method];
        if (!work) throw new AppError('unsupported_platform', `The fake desktop has no ${method}.`);
        // A short delay, so that loading states are visible.
        await new Promise((resolve) => setTimeout(resolve, 15));
        return { ok: true, value: await work(input as never) };
      } catch (error) {
        return { ok: false, error: toWire(error) };
      }
    },
    on(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => void set.delete(listener);
    },
  };
}
