import { AppError, type Delivery } from '#contract/errors';

/** The same failure of an action that may have reached its target in part, whatever it reports about itself. */
export function inPart(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, hint, data } = error;
  return new AppError(code, message, { hint, delivery: 'unknown', cause: error, ...(data && { data }) });
}

/** An error that does not report yet whether the action reached its target, and then does; anything else stays as it is. */
export function saying(delivery: Delivery, error: unknown): unknown {
  if (!(error instanceof AppError) || error.delivery) return error;
  const { code, message, hint, data } = error;
  return new AppError(code, message, { hint, delivery, cause: error, ...(data && { data }) });
}
