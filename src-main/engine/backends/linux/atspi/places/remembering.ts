import type { Ref } from '../vocabulary/ref.ts';
import type { Known } from './place.ts';

type Asking<T> = (ref: Ref, signal: AbortSignal, height: number, known: Known) => Promise<T>;

/**
 * Asks about each element once, and again where that failed. What is so for an element because it is so for its parent
 * costs few questions then, since a walk asks about the parents first. `height` counts those between, against cycles.
 */
export function remembering<T>(ask: Asking<T>): (...about: [Ref, AbortSignal, number?, Known?]) => Promise<T> {
  const byPath = new Map<string, Promise<T>>();
  return (ref, signal, height = 0, known = {}) => {
    const before = byPath.get(ref.path);
    if (before) return before;
    const asked = ask(ref, signal, height, known);
    byPath.set(ref.path, asked);
    asked.catch(() => byPath.delete(ref.path));
    return asked;
  };
}
