import type { WindowAction, WindowInfo } from '#contract/model/windows/window';
import type { ToolContext, ToolResult } from '../../define-tool.ts';
import { onWindow } from './on-window.ts';
import { nameOf, windowFacts, windowResult } from './window-facts.ts';
import type { WindowNaming } from '../../target/target-input.ts';

/** Does one thing to the window that is meant. */
export function act(context: ToolContext, name: WindowNaming, action: WindowAction): Promise<ToolResult> {
  return onWindow(context, name, (window) => actOn(context, window, action));
}

/** The engine looks whether it took effect. @throws AppError `not_verified` */
export async function actOn(
  { engine, signal }: ToolContext,
  window: WindowInfo,
  action: WindowAction,
): Promise<ToolResult> {
  const after = await engine.actOnWindow({ window: window.id, action }, { signal });
  if (after) return windowResult(after);
  return { text: `${nameOf(window)} is closed.`, data: { ...windowFacts(window), active: false, closed: true } };
}
