import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { contains, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import type { ToolContext } from '../define-tool.ts';

/**
 * The mouse reaches whatever is on top at a point: that must be the window, or what may be a part of it.
 * @throws AppError `wrong_target_window`, `not_delivered`, where another window covers the point
 */
export async function ensureInFront(context: ToolContext, window: WindowInfo, at: Point): Promise<void> {
  const { items } = await context.engine.listWindows({}, { signal: context.signal });
  const top = items.find(
    (other) => other.state !== 'minimized' && sameDesktop(other, window) && contains(other.bounds, at),
  );
  if (!top || top.id === window.id || mayBePartOf(top, window)) return;
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

/**
 * Menus and lists open as windows of their own, of the same process. A dialog is no part: its controls would get the press.
 * Except on Windows, where UI Automation shows what a window owns among its elements.
 */
function mayBePartOf(top: WindowInfo, window: WindowInfo): boolean {
  if (top.processId === 0 || top.processId !== window.processId) return false;
  return top.kind !== 'dialog' || (process.platform === 'win32' && top.owner === window.id);
}

function sameDesktop(a: WindowInfo, b: WindowInfo): boolean {
  return a.desktop === null || b.desktop === null || a.desktop === b.desktop;
}
