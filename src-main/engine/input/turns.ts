import { AppError } from '#contract/errors';

/** Gives callers mouse and keyboard one after another, so that two calls never mix their keys. */
export interface Turns {
  /** Waits for its turn and runs; the turn ends when `work` settles or the signal aborts. */
  take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    async take(signal, work) {
      const before = last;
      let end: () => void = () => undefined;
      last = new Promise<void>((resolve) => (end = resolve));
      // A turn whose work hangs ends with its signal, so that the next does not wait for it.
      signal.addEventListener('abort', end, { once: true });
      try {
        await before;
        if (signal.aborted) throw new AppError('cancelled', undefined, { delivery: 'not_delivered' });
        return await work();
      } finally {
        signal.removeEventListener('abort', end);
        end();
      }
    },
  };
}
