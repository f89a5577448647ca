import { formatRef, type Ref } from '../vocabulary/ref.ts';
import type { Accessibles } from './accessibles.ts';

const once: ReadonlySet<PropertyKey> = new Set<keyof Accessibles>([
  ...(['childCount', 'children', 'parent', 'role', 'states'] as const),
]);

type Fact = (ref: Ref, signal: AbortSignal) => Promise<unknown>;

/** The same for one question about one moment: the app is asked for each fact of an element once. */
export function oneMoment(accessibles: Accessibles): Accessibles {
  const known = new Map<string, Promise<unknown>>();
  return new Proxy(accessibles, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (typeof own !== 'function') return own;
      if (!once.has(name)) return (own as (...input: unknown[]) => unknown).bind(target);
      return (ref: Ref, signal: AbortSignal) => {
        const key = `${String(name)} ${formatRef(ref)}`;
        const fact = known.get(key) ?? (own as Fact).call(target, ref, signal);
        known.set(key, fact);
        return fact;
      };
    },
  });
}
