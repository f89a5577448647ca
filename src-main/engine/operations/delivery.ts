import type { Log } from '../../base/log.ts';
import { AppError, isAbort } from '#contract/errors';
import { deadlines } from '../deadlines.ts';
import type { EngineMethod } from '../engine.ts';

/** An interrupted action reports whether it may have reached its target; reads have no effect to report. */
export function withDelivery(error: AppError, method: EngineMethod, begun: boolean): AppError {
  const cutShort = error.code === 'timeout' || error.code === 'cancelled';
  if (!deadlines[method].acts || error.delivery || !cutShort) return error;
  const delivery = begun ? 'unknown' : 'not_delivered';
  return new AppError(error.code, error.message, { hint: error.hint, delivery, cause: error });
}

interface Failed {
  readonly method: EngineMethod;
  readonly begun: boolean;
  readonly log: Log;
}

/** The error that an engine's caller gets; an action that failed midway reports unknown delivery. */
export function asEngineError(error: unknown, { method, begun, log }: Failed): AppError {
  if (error instanceof AppError) return withDelivery(error, method, begun);
  if (isAbort(error)) return new AppError('cancelled');
  log('error', `${method} failed`, error);
  return new AppError('internal', undefined, { cause: error });
}
