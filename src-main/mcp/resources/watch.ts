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

/** How often the tree of a window is looked at, in milliseconds. If nothing has changed that costs a few of them. */
const lookEveryMs = 1_000;
/** More than these are not watched for one client: each of its trees is looked at over and over. */
export const mostWatched = 64;

export interface WatchOptions {
  readonly engine: Engine;
  readonly ask: AskTool;
  /** Tells of every call of the client. */
  readonly calls: (changed: () => void) => Disposable;
  readonly changed: () => void;
}

/**
 * Tells when a resource changes, until it is disposed of or the resource is gone. It is read once, as any client would
 * read it, so that whoever may not look may not watch either; from then on only the fact of a change goes out.
 * @throws AppError `not_found` for an address that is no resource, `invalid_parameter` for one that cannot be watched, and
 *   what its tool throws where it cannot be read
 */
export async function watchResource(uri: string, { engine, ask, calls, changed }: WatchOptions): Promise<Disposable> {
  const found = findResource(uri);
  if (!found) throw new AppError('not_found', `There is no resource ${uri}.`, { hint: 'List the resources.' });
  const { resource, variables } = found;
  if (!resource.changesWith) {
    throw new AppError('invalid_parameter', `${uri} cannot be subscribed to.`, { hint: 'Read it when you need it.' });
  }
  // Found by what the client may read of windows, and read as that very one: its title may be another's by then.
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
