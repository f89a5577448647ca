import { formatRef, type Ref } from '../vocabulary/ref.ts';
import type { Known } from './offset.ts';

type Asking<T> = (ref: Ref, signal: AbortSignal, height: number, known: Known) => Promise<T>;

/**
 * Memoises a query per element and retries failures. Properties inherited from the parent then cost few queries, since a walk
 * visits parents first. `height` counts levels, as a guard against cycles.
 */
export function remembering<T>(ask: Asking<T>): (...about: [Ref, AbortSignal, number?, Known?]) => Promise<T> {
  // The roots of all apps, and the registry's root above them, have the same path.
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
