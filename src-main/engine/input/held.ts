import { AppError } from '#contract/errors';
import { saying } from '../delivery.ts';
import type { CallContext, EngineContext } from '../operation.ts';

/**
 * Runs a piece of input when mouse and keyboard are free, the person's hands included; whatever happens, nothing stays
 * held down.
 * @throws AppError `busy` where somebody goes on holding a modifier
 */
export async function withReleasedKeys(
  context: EngineContext,
  call: CallContext,
  work: () => Promise<void>,
): Promise<void> {
  await context.turns.take(call.signal, async () => {
    await context.backend.input.untilFree(call.signal).catch((error: unknown) => {
      throw asUndelivered(error);
    });
    // A hanging back end never comes to a `finally`: the deadline itself must release too.
    const release = () => void context.backend.input.releaseAll().catch((error: unknown) => warn(context, error));
    call.signal.addEventListener('abort', release, { once: true });
    try {
      await work();
    } catch (error) {
      release();
      // Input that failed half-way may have reached its target in part.
      throw saying('unknown', error);
    } finally {
      call.signal.removeEventListener('abort', release);
    }
  });
}

function asUndelivered(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  return new AppError(error.code, error.message, { hint: error.hint, delivery: 'not_delivered', cause: error });
}

function warn(context: EngineContext, error: unknown): void {
  context.log('warn', 'held keys could not be released', error);
}
