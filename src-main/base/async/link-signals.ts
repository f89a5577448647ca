import { disposable, type Disposable } from './disposable.ts';

/**
 * One signal that aborts with the first of several, with its reason. `AbortSignal.any` is missing in Node 18.15.
 * Dispose it when the work is done: sources may live for ever.
 */
export function linkSignals(
  sources: readonly (AbortSignal | undefined)[],
): Disposable & { readonly signal: AbortSignal } {
  const own = new AbortController();
  const ends = sources.flatMap((source) => {
    if (!source) return [];
    const abort = () => own.abort(source.reason);
    if (source.aborted) abort();
    source.addEventListener('abort', abort, { once: true });
    return () => source.removeEventListener('abort', abort);
  });
  return { signal: own.signal, ...disposable(() => ends.forEach((end) => end())) };
}
