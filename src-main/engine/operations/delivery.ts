import { AppError } from '#contract/errors';
import { deadlines } from '../deadlines.ts';
import type { EngineMethod } from '../engine.ts';

/** An interrupted action reports whether it may have reached its target; reads have no effect to report. */
export function withDelivery(error: AppError, method: EngineMethod, begun: boolean): AppError {
  const cutShort = error.code === 'timeout' || error.code === 'cancelled';
  if (!deadlines[method].acts || error.delivery || !cutShort) return error;
  const delivery = begun ? 'unknown' : 'not_delivered';
  return new AppError(error.code, error.message, { hint: error.hint, delivery, cause: error });
}
