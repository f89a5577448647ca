import { AppError } from '#contract/errors';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RawNode, RawTree } from '../backend.ts';
import type { CallContext, EngineContext } from '../operations/operation.ts';

/** Pages of 300 levels exist; results and their JSON are built level by level. */
export const wholeTree = { depth: 1_000, maxNodes: 50_000 } as const;

/**
 * Milliseconds at the end of a deadline in which a walk returns what it has: a partial result with a reason is worth more than a
 * timeout. Finding the reason may take 300 ms, and a busy machine needs as long for the rest.
 */
function reserveOf(timeoutMs: number): number {
  return Math.max(timeoutMs * 0.15, Math.min(800, timeoutMs / 4));
}

/**
 * The tree of a window, or of the element `from` in it, within deadline and budget.
 * @throws AppError `timeout` if reading did not even begin in time, as behind an app that does not respond
 */
export async function walk(
  context: EngineContext,
  window: WindowInfo,
  budget: { readonly depth: number; readonly maxNodes: number },
  call: CallContext,
  from: string | null = null,
): Promise<RawTree> {
  const soon = new AbortController();
  const timer = setTimeout(() => soon.abort(), call.timeoutMs - reserveOf(call.timeoutMs));
  const stop = () => soon.abort();
  call.signal.addEventListener('abort', stop, { once: true });
  try {
    return await context.backend.elements.walk(window, from, { ...budget, signal: soon.signal });
  } catch (error) {
    const isOurs = soon.signal.aborted && !call.signal.aborted;
    if (!isOurs || !(error instanceof AppError) || error.code !== 'cancelled') throw error;
    throw new AppError('timeout', `${window.app} was not read within ${call.timeoutMs} ms.`, { cause: error });
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener('abort', stop);
  }
}

/** The node and all descendants that were read, in tree order. */
export function* descend(node: RawNode): Generator<RawNode> {
  const coming = [node];
  for (let next = coming.pop(); next !== undefined; next = coming.pop()) {
    yield next;
    const { children = [] } = next;
    coming.push(...[...children].reverse());
  }
}

/** The path from the root to the node with that id, itself included; null if the tree does not contain it. */
export function pathTo(root: RawNode, runtimeId: string): readonly RawNode[] | null {
  if (root.runtimeId === runtimeId) return [root];
  for (const child of root.children ?? []) {
    const below = pathTo(child, runtimeId);
    if (below) return [root, ...below];
  }
  return null;
}
