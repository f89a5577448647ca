import { AppError } from '#contract/errors';
import { sleep, withDeadline } from '../../base/async/deadline.ts';

/** How long to wait before the next attempt, in milliseconds; as many attempts more as there are numbers. */
export const pausesMs: readonly number[] = [500, 2_000, 8_000];
/** A server that asks for more patience than this, in milliseconds, has none of ours. */
const longestPauseMs = 60_000;

/** A failure of a model that may be gone at another attempt. */
export class PassingError extends AppError {
  /** How long the server asks to wait, in milliseconds; null where it does not say. */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null = null) {
    super('model_error', message, { hint: 'Try again later, or ask another model.' });
    this.retryAfterMs = retryAfterMs;
  }
}

export interface AttemptOptions {
  readonly signal: AbortSignal;
  /** Of one attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** As {@link pausesMs}. */
  readonly pausesMs: readonly number[];
  /** Of the model. */
  readonly name: string;
}

/**
 * Tries until it succeeds or cannot, once more for each pause.
 * @throws AppError `cancelled`; `model_error` with the last reason, also where no attempt was answered in time
 */
export async function repeatedly<T>(attempt: (signal: AbortSignal) => Promise<T>, options: AttemptOptions): Promise<T> {
  const { signal, timeoutMs, pausesMs, name } = options;
  for (let tried = 0; ; tried++) {
    try {
      return await withDeadline({ signal, timeoutMs, what: `The answer of ${name}` }, attempt);
    } catch (error) {
      const pauseMs = pauseAfter(error, pausesMs[tried]);
      if (pauseMs === null) throw tried === 0 ? error : afterAttempts(error, tried + 1);
      await sleep(pauseMs, signal);
    }
  }
}

/** Null where another attempt would not help. */
function pauseAfter(error: unknown, own: number | undefined): number | null {
  if (own === undefined) return null;
  if (error instanceof AppError && error.code === 'timeout') return own;
  if (!(error instanceof PassingError)) return null;
  const asked = error.retryAfterMs ?? own;
  return asked > longestPauseMs ? null : Math.max(asked, own);
}

function afterAttempts(error: unknown, attempts: number): unknown {
  if (!(error instanceof AppError) || error.code === 'cancelled') return error;
  return new AppError('model_error', `${error.message} (${attempts} attempts)`, { hint: error.hint, cause: error });
}
