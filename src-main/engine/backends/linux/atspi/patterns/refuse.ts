import { AppError } from '#contract/errors';

export function unsupported(message: string): AppError {
  return new AppError('pattern_not_supported', message, { delivery: 'not_delivered' });
}

/** Many methods return whether they succeeded. @throws AppError `pattern_not_supported` if they did not */
export function confirm(answer: unknown): void {
  if (answer === false) throw unsupported('The app refused to do this to the element.');
}
