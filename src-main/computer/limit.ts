import { AppError } from '#contract/errors';

/** Runs so many at once; the others wait their turn, first come first served. */
export type Limit = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** A waiting one leaves the queue when its signal aborts. */
export function createLimit(most: number): Limit {
  const waiting = new Set<() => void>();
  let running = 0;
  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(enter);
        reject(signal.reason instanceof AppError ? signal.reason : new AppError('cancelled'));
      };
      const enter = () => {
        waiting.delete(enter);
        signal.removeEventListener('abort', leave);
        running++;
        resolve();
      };
      if (signal.aborted) leave();
      else if (running < most) enter();
      else {
        waiting.add(enter);
        signal.addEventListener('abort', leave, { once: true });
      }
    });
  return async (work, signal) => {
    await turn(signal);
    try {
      return await work();
    } finally {
      running--;
      const [next] = waiting;
      next?.();
    }
  };
}
