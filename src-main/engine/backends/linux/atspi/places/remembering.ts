import type { Ref } from '../vocabulary/ref.ts';

type Asking<T> = (ref: Ref, signal: AbortSignal, height: number) => Promise<T>;

/**
 * Asks about each element once, and again where that failed. What is so for an element because it is so for its parent
 * costs few questions then, since a walk asks about the parents first. `height` counts those between, against cycles.
 */
export function remembering<T>(ask: Asking<T>): (...about: [Ref, AbortSignal, number?]) => Promise<T> {
  const byPath = new Map<string, Promise<T>>();
  return (ref, signal, height = 0) => {
    const known = byPath.get(ref.path);
    if (known) return known;
    const asked = ask(ref, signal, height);
    byPath.set(ref.path, asked);
    asked.catch(() => byPath.delete(ref.path));
    return asked;
  };
}
