import { setMaxListeners } from 'node:events';
import { AppError } from '#contract/errors';
import { disposable, type Disposable } from './disposable.ts';

/**
 * Runs `work` with a signal that aborts at the deadline or with the caller's own, and settles then even when `work`
 * does not.
 * @throws AppError `timeout` at the deadline, `cancelled` on the caller's abort
 */
export async function withDeadline<T>(
  options: { readonly signal?: AbortSignal | undefined; readonly timeoutMs: number; readonly what: string },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (options.signal?.aborted) throw new AppError('cancelled');
  const own = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    const end = (error: AppError) => {
      reject(error);
      own.abort(error);
    };
    onAbort = () => end(new AppError('cancelled'));
    options.signal?.addEventListener('abort', onAbort, { once: true });
    timer = setTimeout(
      () => end(new AppError('timeout', `${options.what} took longer than ${options.timeoutMs} ms.`)),
      options.timeoutMs,
    );
  });
  try {
    return await Promise.race([work(own.signal), ended]);
  } finally {
    clearTimeout(timer);
    if (onAbort) options.signal?.removeEventListener('abort', onAbort);
  }
}

/** Resolves after `ms`, rejects with `cancelled` (or the signal's own AppError) when the signal aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason instanceof AppError ? signal.reason : new AppError('cancelled'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/**
 * A signal that aborts with the first of several, with its reason. `AbortSignal.any` is missing in Node 18.15. Dispose
 * it when the work is done: sources may live for ever.
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

/** A controller whose signal many calls listen to at once. Node would report eleven of them as a leak. */
export function sharedController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/**
 * How often a caller is notified that its call waits for a person, in milliseconds: MCP clients give up after a minute
 * of silence.
 */
const reportEveryMs = 10_000;

/** Waits, and reports periodically that it still does. */
export async function stillWaiting<T>(report: () => void, wait: () => Promise<T>): Promise<T> {
  const timer = setInterval(report, reportEveryMs);
  try {
    return await wait();
  } finally {
    clearInterval(timer);
  }
}
