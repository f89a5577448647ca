import type { Events, Topic } from '#contract/events';
import type { ApiClient } from '#contract/api';
import type { Services } from './services.ts';

interface TestServices extends Services {
  /** Emits an event as the main process would. */
  readonly emit: <T extends Topic>(topic: T, payload: Events[T]) => void;
  readonly reported: unknown[];
  readonly notified: string[];
}

/** Services for store tests: the given methods answer, every other method fails the test that calls it. */
export function testServices(methods: Partial<ApiClient>): TestServices {
  const listeners = new Map<string, Set<(payload: never) => void>>();
  const reported: unknown[] = [];
  const notified: string[] = [];
  const client = new Proxy({} as ApiClient, {
    get(_, method: keyof ApiClient) {
      return methods[method] ?? (() => Promise.reject(new Error(`The test does not expect ${method}.`)));
    },
  });
  return {
    client,
    reported,
    notified,
    report: (error) => void reported.push(error),
    notify: (sentence) => void notified.push(sentence),
    on(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => void set.delete(listener);
    },
    emit: (topic, payload) => listeners.get(topic)?.forEach((listener) => listener(payload as never)),
  };
}
