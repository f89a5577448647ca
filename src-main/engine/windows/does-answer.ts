import { withDeadline } from '../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import type { WindowInfo } from '#contract/model/windows/window';
import type { CallContext, EngineContext } from '../operations/operation.ts';

/** How long an app may think about so small a question, in milliseconds; less where the call's own deadline is near. */
const answerMs = 1_000;

/**
 * Whether the app of a window answers at this moment: it is asked for the root of the window alone. An app that offers no
 * elements counts as one that does.
 * @throws AppError `cancelled`
 */
export async function doesAnswer(
  { backend }: Pick<EngineContext, 'backend'>,
  window: WindowInfo,
  { signal, timeoutMs }: CallContext,
): Promise<boolean> {
  try {
    const deadline = { what: 'a look at the window', timeoutMs: Math.min(answerMs, timeoutMs * 0.1), signal };
    await withDeadline(deadline, (soon) =>
      backend.elements.walk(window, null, { depth: 0, maxNodes: 1, signal: soon }),
    );
    return true;
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    return !silent.has(error.code);
  }
}

const silent: ReadonlySet<string> = new Set(['timeout', 'target_not_responding']);
