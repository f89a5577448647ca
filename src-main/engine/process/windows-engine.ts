import { withDeadline } from '../../base/async/deadline.ts';
import type { Log } from '../../base/log.ts';
import type { BackendOptions, WindowsBackend } from '../backend.ts';
import { deadlines } from '../deadlines.ts';
import type { CallOptions, Engine } from '../engine.ts';
import { asEngineError } from '../operations/delivery.ts';
import { describe, listWindows, type WindowsContext } from '../operations/describe.ts';
import { createWindowFeed } from '../watch/windows/windows.ts';

/** The part of an engine that reads the list of windows and nothing in them. */
export type WindowsEngine = Pick<Engine, 'describe' | 'listWindows' | 'close'>;

interface WindowsEngineOptions {
  readonly log: Log;
  readonly backend: (options: BackendOptions) => Promise<WindowsBackend | null>;
}

/**
 * Loads less than half of the code of a whole engine, and starts sooner. Null if the back end has no such part.
 * @throws AppError errors of the back end's start, e.g. `display_unavailable`
 */
export async function createWindowsEngine({ log, backend: open }: WindowsEngineOptions): Promise<WindowsEngine | null> {
  const own = new Set([process.pid]);
  const backend = await open({ ownProcessIds: () => own, log });
  if (!backend) return null;
  const windows = createWindowFeed(backend, () => undefined, log);
  const context: WindowsContext = { backend, windows, beginning: new Set() };
  const run = async <T>(method: 'describe' | 'listWindows', options: CallOptions = {}, work: () => Promise<T>) => {
    const { signal, timeoutMs = deadlines[method].ms } = options;
    try {
      return await withDeadline({ timeoutMs, what: method, ...(signal && { signal }) }, work);
    } catch (error) {
      throw asEngineError(error, { method, begun: true, log });
    }
  };
  return {
    describe: (_, options) => run('describe', options, () => describe(context)),
    listWindows: (input, options) => run('listWindows', options, () => listWindows(context, input)),
    close: () => backend.close(),
  };
}
