import { AppError } from '#contract/errors';
import { word } from '#contract/foreign-text';
import type { EngineContext } from '../operations/operation.ts';

/**
 * The error of a window or desktop that is not as the platform was asked to make it. Where what arranges windows is stopped, it
 * says so in place of `hint`: then neither the window nor its app refused anything.
 */
export async function notFollowed(
  { backend }: Pick<EngineContext, 'backend'>,
  message: string,
  hint: string | undefined,
): Promise<AppError> {
  const stopped = (await backend.windows.stoppedManager?.()) ?? null;
  if (stopped === null) return new AppError('not_verified', message, { delivery: 'delivered', ...(hint && { hint }) });
  const { app, processId } = stopped;
  return new AppError('not_verified', `${message} The window manager (${word(app)}, pid ${processId}) is stopped.`, {
    delivery: 'delivered',
    hint: `Continue it (kill -CONT ${processId}): it then does what it was asked for.`,
  });
}
