import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { TreeNode } from '#contract/model/elements/element';
import { clearlyFirst, rankWindows, type RankedWindow } from '#contract/model/windows/rank-windows';
import { type WindowId, type WindowInfo, isRedacted } from '#contract/model/windows/window';
import type { LookContext, ToolContext } from '../../define-tool.ts';
import { lineOf, windowFacts } from './window-facts.ts';

type Looking = LookContext & Partial<Pick<ToolContext, 'admit'>>;

/** Windows are read if titles are not conclusive: the topmost ones, within these limits. */
const reads = { windows: 8, nodes: 150, timeoutMs: 1_500 };
/** Number of candidates to return without a clear winner. */
const maxCandidates = 8;

/**
 * Open windows ranked by relevance to a task, each with its reasons. Content is read only if titles and programs are not
 * conclusive, and never without the user's permission for this caller.
 */
export async function rankForTask(
  context: Looking,
  windows: readonly WindowInfo[],
  task: string,
): Promise<readonly RankedWindow[]> {
  const { engine, session, signal } = context;
  const lastUsed = session.selected?.id;
  const byTitle = rankWindows(windows, task, { lastUsed });
  if (clearlyFirst(byTitle)) return byTitle;
  const contents = new Map<WindowId, string>();
  for (const window of windows.filter((one) => mayRead(context, one)).slice(0, reads.windows)) {
    try {
      const options = { signal, timeoutMs: reads.timeoutMs };
      const { root } = await engine.tree({ window: window.id, view: 'control', maxNodes: reads.nodes }, options);
      contents.set(window.id, namesOf(root).join('\n'));
    } catch (error) {
      // A window that cannot be read is ranked by its title.
      if (signal.aborted) throw error;
    }
  }
  return rankWindows(windows, task, { lastUsed, contents });
}

/**
 * The window of the task. @throws AppError `multiple_matches` with the likeliest ones if none leads clearly, `window_not_found`
 */
export async function windowForTask(
  context: Looking,
  windows: readonly WindowInfo[],
  task: string,
): Promise<WindowInfo> {
  const ranked = await rankForTask(context, windows, task);
  const first = clearlyFirst(ranked);
  if (first) return first;
  if (ranked.length === 0) {
    throw new AppError('window_not_found', 'No window is open.', { delivery: 'not_delivered' });
  }
  const candidates = ranked.slice(0, maxCandidates);
  const lines = candidates.map((one) => `- ${lineOf(one.window)}${reasonsIn(one.reasons)}`);
  throw new AppError('multiple_matches', `${quoted(task)} matches no single window:\n${lines.join('\n')}`, {
    hint: 'Use the handle of one of them, or start the app.',
    delivery: 'not_delivered',
    data: {
      candidates: candidates.map(({ window, reasons }) => ({ ...windowFacts(window), why: reasons.join(', ') })),
    },
  });
}

function mayRead({ admit }: Looking, window: WindowInfo): boolean {
  if (isRedacted(window)) return false;
  try {
    admit?.(window);
    return true;
  } catch {
    return false;
  }
}

/** Follows a line about the window; empty without a reason to prefer it. */
export function reasonsIn(reasons: readonly string[]): string {
  return reasons.length > 0 ? ` (${reasons.join(', ')})` : '';
}

function namesOf({ name, value, children = [] }: TreeNode): readonly string[] {
  return [name, value ?? '', ...children.flatMap(namesOf)].filter((text) => text !== '');
}
