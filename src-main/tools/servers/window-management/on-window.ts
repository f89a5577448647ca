import { AppError } from '#contract/errors';
import type { WindowInfo, WindowAction } from '#contract/model/windows/window';
import type { Reach, ToolContext, ToolResult } from '../../define-tool.ts';
import type { WindowNaming } from '../../target/target-input.ts';
import { findNamed, type Desk } from './find-named.ts';
import { nameOf, windowFacts, windowResult } from './window-facts.ts';

/** The reach of a tool that names a window. */
export function namedWindow(name: WindowNaming): Reach {
  return { actsIn: async (context) => (await findNamed(context, name)).window };
}

/**
 * Finds the window, collects remarks on its state, and acts.
 * @throws AppError as {@link findNamed}, and errors of the act, with the same remarks in the hint
 */
export async function onWindow(
  context: ToolContext,
  name: WindowNaming,
  act: (window: WindowInfo) => Promise<ToolResult>,
): Promise<ToolResult> {
  const started = Date.now();
  const { window, desk } = await findNamed(context, name);
  context.admit(window);
  const { id, bounds } = window;
  context.resolved({ selector: `handle=${id}`, matchCount: 1, attempts: 1, elapsedMs: Date.now() - started, bounds });
  const remark = remarkOn(window, desk);
  if (remark === '') return act(window);
  context.progress(0.1, remark);
  try {
    return { ...(await act(window)), note: remark };
  } catch (error) {
    throw withRemark(error, remark);
  }
}

/** What hides or blocks the window; empty for nothing, and for an unlisted window. */
function remarkOn(window: WindowInfo, { windows, shown }: Desk): string {
  const above = windows.slice(0, Math.max(0, windows.indexOf(window)));
  const cover = above.find((other) => shown.has(other.id) && isCover(other, window));
  const isElsewhere = windows.includes(window) && !shown.has(window.id);
  const remarks = [
    window.state === 'fullscreen' && 'full screen',
    isElsewhere && `on desktop ${window.desktop ?? 'unknown'}, which is not shown`,
    cover && `behind ${nameOf(cover)}, which is full screen`,
  ].filter(Boolean);
  return remarks.length > 0 ? `State before: ${remarks.join('; ')}.` : '';
}

function isCover(other: WindowInfo, window: WindowInfo): boolean {
  return other.state === 'fullscreen' && other.monitor === window.monitor;
}

function withRemark(error: unknown, remark: string): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, hint, delivery, data } = error;
  return new AppError(code, message, {
    hint: `${hint} ${remark}`,
    cause: error,
    ...(delivery && { delivery }),
    ...(data && { data }),
  });
}

/** Does one action on the intended window. */
export function act(context: ToolContext, name: WindowNaming, action: WindowAction): Promise<ToolResult> {
  return onWindow(context, name, (window) => actOn(context, window, action));
}

/** The engine verifies the effect. @throws AppError `not_verified` */
export async function actOn(
  { engine, signal }: ToolContext,
  window: WindowInfo,
  action: WindowAction,
): Promise<ToolResult> {
  const after = await engine.actOnWindow({ window: window.id, action }, { signal });
  if (after) return windowResult(after);
  return { text: `${nameOf(window)} is closed.`, data: { ...windowFacts(window), active: false, closed: true } };
}
