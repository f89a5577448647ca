import { AppError } from '#contract/errors';

/** For a question that was not answered in time: the compositor is busy, or hangs. What it was asked for may come yet. */
export function late(name: string, withinMs: number): AppError {
  return new AppError('timeout', `${name} did not respond within ${withinMs / 1000} s.`, {
    hint: 'It is busy or hangs. Check whether it still responds, then try again.',
    delivery: 'unknown',
  });
}
