import { withDeadline } from '../../../../base/deadline.ts';
import { AppError } from '#contract/errors';
import type { WindowInfo } from '#contract/model/window';
import { stopped } from './diagnosis/cause.ts';
import { isStopped } from '../process.ts';

/** An app that says nothing for this long, in milliseconds, is taken for frozen: answers come within a few. */
const patienceMs = 2_500;
/** One that is stopped will not answer however long one waits; this long it may yet be continued, in milliseconds. */
const stoppedMs = 500;

/** Gives the app time to answer, but not the caller's whole deadline. @throws AppError `target_not_responding` */
export async function patiently<T>(window: WindowInfo, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const what = `Asking ${window.app || 'the app'}`;
  const timeoutMs = (await isStopped(window.processId)) ? stoppedMs : patienceMs;
  try {
    return await withDeadline({ timeoutMs, what }, work);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'timeout') throw error;
    throw await notResponding(window, error);
  }
}

/** Work that answers what it has when its time is up, and fails only where nothing came. @throws AppError as above */
export async function orSilent<T>(window: WindowInfo, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted || error instanceof AppError) throw error;
    throw await notResponding(window, error);
  }
}

async function notResponding(window: WindowInfo, cause: unknown): Promise<AppError> {
  const options = { delivery: 'unknown', cause } as const;
  if (await isStopped(window.processId)) {
    const { message, fix } = stopped(window);
    return new AppError('target_not_responding', message, { ...options, hint: fix });
  }
  return new AppError('target_not_responding', `${window.app || 'The app'} does not answer.`, options);
}
