import { AppError } from '#contract/errors';

/** For a question that was not answered in time: the compositor is busy, or hangs. What it was asked for may come yet. */
export function late(name: string, withinMs: number): AppError {
  return new AppError('timeout', `${name} has not answered in ${withinMs / 1000} seconds.`, {
    hint: 'It is busy or hangs: look whether it still moves, and try again.',
    delivery: 'unknown',
  });
}
