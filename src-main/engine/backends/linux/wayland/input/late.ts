import { AppError } from '#contract/errors';

/** The error for a query without a timely answer: the compositor is busy, or hangs. The action may still happen. */
export function late(name: string, withinMs: number): AppError {
  return new AppError('timeout', `${name} did not respond within ${withinMs / 1000} s.`, {
    hint: 'It is busy or hangs. Check whether it still responds, then try again.',
    delivery: 'unknown',
  });
}
