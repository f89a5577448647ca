import { AppError, type Delivery } from '#contract/errors';
import { deadlines } from './deadlines.ts';
import type { EngineMethod } from './engine.ts';

/** An action that was cut short says whether it may have reached its target; looking never does harm. */
export function withDelivery(error: AppError, method: EngineMethod, begun: boolean): AppError {
  const cutShort = error.code === 'timeout' || error.code === 'cancelled';
  if (!deadlines[method].acts || error.delivery || !cutShort) return error;
  const delivery = begun ? 'unknown' : 'not_delivered';
  return new AppError(error.code, error.message, { hint: error.hint, delivery, cause: error });
}

/** The same failure of an action that may have reached its target in part, whatever it says of itself. */
export function inPart(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, hint, data } = error;
  return new AppError(code, message, { hint, delivery: 'unknown', cause: error, ...(data && { data }) });
}

/** An error that does not say yet whether the action reached its target, and then does; anything else stays as it is. */
export function saying(delivery: Delivery, error: unknown): unknown {
  if (!(error instanceof AppError) || error.delivery) return error;
  const { code, message, hint, data } = error;
  return new AppError(code, message, { hint, delivery, cause: error, ...(data && { data }) });
}
