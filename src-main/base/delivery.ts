import { AppError, type Delivery } from '#contract/errors';

/** The same failure of an action that may have been partly delivered, whatever the error states. */
export function inPart(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, hint, data } = error;
  return new AppError(code, message, { hint, delivery: 'unknown', cause: error, ...(data && { data }) });
}

/** Adds the delivery to an error that lacks it; returns anything else unchanged. */
export function saying(delivery: Delivery, error: unknown): unknown {
  if (!(error instanceof AppError) || error.delivery) return error;
  const { code, message, hint, data } = error;
  return new AppError(code, message, { hint, delivery, cause: error, ...(data && { data }) });
}
