import { sleep, withDeadline } from '../../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { appName, type WindowInfo } from '#contract/model/windows/window';
import { isStopped, processorTicks } from '../processes/process.ts';
import { stopped } from './diagnosis/incomplete.ts';

/** An app that neither answers nor uses CPU time for this long, in milliseconds, is considered frozen: answers take a few. */
const silentMs = 2_500;
/** A stopped app does not answer, but may be continued within this time, in milliseconds. */
const stoppedMs = 500;
/** Callers have their own deadlines; this one bounds work that they abandon. Milliseconds. */
const longestMs = 120_000;

/**
 * Waits for an app while it works on its answer: GTK 3 needs many seconds for ten thousand siblings. An idle app is given up
 * before the caller's deadline. @throws AppError `target_not_responding`
 */
export async function whileResponsive<T>(window: WindowInfo, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const what = `Asking ${window.app || 'the app'}`;
  const silent = new AbortController();
  const done = new AbortController();
  untilSilent(window, done.signal).then(
    () => silent.abort(),
    () => undefined,
  );
  try {
    return await withDeadline({ signal: silent.signal, timeoutMs: longestMs, what }, work);
  } catch (error) {
    if (!silent.signal.aborted && !(error instanceof AppError && error.code === 'timeout')) throw error;
    throw await notResponding(window, error);
  } finally {
    done.abort();
  }
}

/** Resolves when the app has been idle for so long that no answer is expected. @throws when `signal` aborts */
async function untilSilent({ processId }: WindowInfo, signal: AbortSignal): Promise<void> {
  await sleep(stoppedMs, signal);
  if (await isStopped(processId)) return;
  let before = await processorTicks(processId);
  for (let waitMs = silentMs - stoppedMs; ; waitMs = silentMs) {
    await sleep(waitMs, signal);
    const now = await processorTicks(processId);
    if (now === before) return;
    before = now;
  }
}

/** Work that returns partial results when its time is up, and fails only if there are none. @throws AppError as above */
export async function orSilent<T>(window: WindowInfo, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const before = processorTicks(window.processId);
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted || error instanceof AppError) throw error;
    const works = (await processorTicks(window.processId)) > (await before) && !(await isStopped(window.processId));
    throw works ? busy(window, error) : await notResponding(window, error);
  }
}

function busy(window: WindowInfo, cause: unknown): AppError {
  const what = window.app === '' ? 'The app' : appName(window.app);
  return new AppError('target_not_responding', `${what} is busy and has not reported its elements yet.`, {
    delivery: 'unknown',
    hint: 'It is busy. Try again in a few seconds, or increase the timeout.',
    cause,
  });
}

async function notResponding(window: WindowInfo, cause: unknown): Promise<AppError> {
  const options = { delivery: 'unknown', cause } as const;
  if (await isStopped(window.processId)) {
    const { message, fix } = stopped(window);
    return new AppError('target_not_responding', message, { ...options, hint: fix });
  }
  return new AppError(
    'target_not_responding',
    `${window.app === '' ? 'The app' : appName(window.app)} does not answer.`,
    options,
  );
}
