import { formatRef, type Ref } from '../vocabulary/ref.ts';
import type { Known } from './offset.ts';

type Asking<T> = (ref: Ref, signal: AbortSignal, height: number, known: Known) => Promise<T>;

/**
 * Asks about each element once, and again where that failed. What is so for an element because it is so for its parent
 * costs few questions then, since a walk asks about the parents first. `height` counts those between, against cycles.
 */
export function remembering<T>(ask: Asking<T>): (...about: [Ref, AbortSignal, number?, Known?]) => Promise<T> {
  // The roots of all apps, and that of the registry above them, have one path.
  const byRef = new Map<string, Promise<T>>();
  return (ref, signal, height = 0, known = {}) => {
    const key = formatRef(ref);
    const before = byRef.get(key);
    if (before) return before;
    const asked = ask(ref, signal, height, known);
    byRef.set(key, asked);
    asked.catch(() => byRef.delete(key));
    return asked;
  };
}
