import { createHash } from 'node:crypto';
import { sleep } from '../../base/async/deadline.ts';
import type { Disposable } from '../../base/async/disposable.ts';
import type { Engine } from '../../engine/engine.ts';
import { AppError } from '#contract/errors';
import type { WindowId } from '#contract/model/windows/window';
import { chooseWindow, windowInWords } from '#contract/model/windows/window-query';
import type { AskTool } from '../../tools/runner/ask-tool.ts';
import { openWindows } from '../open-windows.ts';
import { findResource } from './find-resource.ts';

/** How often the tree of a window is polled, in milliseconds. An unchanged tree costs a few of them. */
const lookEveryMs = 1_000;
/** Maximum number of watched resources per client: each tree is polled repeatedly. */
export const mostWatched = 64;

export interface WatchOptions {
  readonly engine: Engine;
  readonly ask: AskTool;
  /** Notifies of every call of the client. */
  readonly calls: (changed: () => void) => Disposable;
  readonly changed: () => void;
}

/**
 * Notifies when a resource changes, until disposed of or until the resource is gone. It is read once as the client
 * would read it, so that watching needs the permission to look; from then on only the fact of a change is sent.
 * @throws AppError `not_found` for an address that is no resource, `invalid_parameter` for one that cannot be watched,
 * and what its tool throws where it cannot be read
 */
export async function watchResource(uri: string, { engine, ask, calls, changed }: WatchOptions): Promise<Disposable> {
  const found = findResource(uri);
  if (!found) throw new AppError('not_found', `There is no resource ${uri}.`, { hint: 'List the resources.' });
  const { resource, variables } = found;
  if (!resource.changesWith) {
    throw new AppError('invalid_parameter', `${uri} cannot be subscribed to.`, { hint: 'Read it when you need it.' });
  }
  // Found by the window data that the client may read, and read by id: its title may belong to another by then.
  const window = variables['window'] === undefined ? null : await idOf(variables['window'], ask);
  await ask(resource.tool, resource.parameters(window === null ? variables : { ...variables, window }));
  if (resource.changesWith === 'windows') return engine.on('windows', changed);
  if (resource.changesWith === 'calls' || window === null) return calls(changed);
  const stop = new AbortController();
  void watchTree({ engine, window, changed, signal: stop.signal });
  return { dispose: () => stop.abort() };
}

/** @throws AppError `window_not_found`, `multiple_matches` */
async function idOf(picked: string, ask: AskTool): Promise<WindowId> {
  const windows = await openWindows(ask);
  return chooseWindow(
    windows.map(({ handle: id, pid: processId, class_name: className, ...window }) => ({
      ...window,
      id,
      processId,
      className,
    })),
    windowInWords(picked),
  ).id;
}

interface TreeWatch {
  readonly engine: Engine;
  readonly window: WindowId;
  readonly changed: () => void;
  readonly signal: AbortSignal;
}

/** A window that is gone has changed for the last time. */
async function watchTree({ engine, window, changed, signal }: TreeWatch): Promise<void> {
  let known: string | null = null;
  try {
    for (;;) {
      const { root } = await engine.tree({ window }, { signal });
      const now = createHash('sha256').update(JSON.stringify(root)).digest('hex');
      if (known !== null && known !== now) changed();
      known = now;
      await sleep(lookEveryMs, signal);
    }
  } catch {
    if (!signal.aborted) changed();
  }
}
