import { disposable, type Disposable } from './disposable.ts';

/** Listeners of several topics. `onFirst` and `onLast` tell the owner when a topic becomes or stops being of interest. */
export class Emitter<Topics extends object> {
  readonly #listeners = new Map<keyof Topics, Set<(payload: never) => void>>();
  readonly #hooks: { onFirst?: (topic: keyof Topics) => void; onLast?: (topic: keyof Topics) => void };

  constructor(hooks: { onFirst?: (topic: keyof Topics) => void; onLast?: (topic: keyof Topics) => void } = {}) {
    this.#hooks = hooks;
  }

  on<T extends keyof Topics>(topic: T, listener: (payload: Topics[T]) => void): Disposable {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners);
    // A wrapper, so that the same function can listen twice and each registration ends alone.
    const own = (payload: Topics[T]) => listener(payload);
    listeners.add(own);
    if (listeners.size === 1) this.#hooks.onFirst?.(topic);
    return disposable(() => {
      listeners.delete(own);
      if (listeners.size === 0) this.#hooks.onLast?.(topic);
    });
  }

  emit<T extends keyof Topics>(topic: T, payload: Topics[T]): void {
    for (const listener of [...(this.#listeners.get(topic) ?? [])]) (listener as (payload: Topics[T]) => void)(payload);
  }

  has(topic: keyof Topics): boolean {
    return (this.#listeners.get(topic)?.size ?? 0) > 0;
  }
}
