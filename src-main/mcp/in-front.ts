import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { contains, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import type { ToolContext } from './define-tool.ts';

/**
 * The mouse reaches whatever is on top at a point. Windows of the same process may be: menus and lists of the target open
 * as windows of their own.
 * @throws AppError `wrong_target_window`, `not_delivered`, where another app's window covers the point
 */
export async function ensureInFront(context: ToolContext, window: WindowInfo, at: Point): Promise<void> {
  const { items } = await context.engine.listWindows({}, { signal: context.signal });
  const top = items.find(
    (other) => other.state !== 'minimized' && sameDesktop(other, window) && contains(other.bounds, at),
  );
  if (!top || top.id === window.id || (top.processId !== 0 && top.processId === window.processId)) return;
  throw new AppError(
    'wrong_target_window',
    `${quoted(top.title)} covers ${quoted(window.title)} at ${at.x}, ${at.y}.`,
    {
      hint: 'Move or minimise the window in front, or act on it instead.',
      delivery: 'not_delivered',
      data: { window: top.id, title: top.title, app: top.app },
    },
  );
}

function sameDesktop(a: WindowInfo, b: WindowInfo): boolean {
  return a.desktop === null || b.desktop === null || a.desktop === b.desktop;
}
