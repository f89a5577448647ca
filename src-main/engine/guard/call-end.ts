import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '#contract/errors';

const current = new AsyncLocalStorage<AbortSignal>();

/** Runs what one call does; it does nothing more once the signal has aborted, however late it comes to it. */
export function inCall<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return current.run(signal, work);
}

/** Asked in the moment before anything is done. @throws AppError `cancelled` where the call was answered meanwhile, e.g. by `timeout` */
export function refuseAfterEnd(): void {
  if (!current.getStore()?.aborted) return;
  throw new AppError('cancelled', 'The call had ended before this was done.', { delivery: 'not_delivered' });
}
