import { AppError } from '#contract/errors';
import { elevated, type WindowInfo } from '#contract/model/windows/window';
import { windowInWords } from '#contract/model/windows/window-query';
import type { LookContext, ToolContext } from '../../define-tool.ts';
import { windowOfKnown } from '../../target/known-element.ts';
import { queryOfArgument, type WindowArgument } from '../../target/target-input.ts';
import { listWindows, whichWindow } from '../../target/windows/target-window.ts';

type Looking = LookContext & Partial<Pick<ToolContext, 'admit'>>;

/** How the arguments of an action identify the window. */
export interface WindowHints {
  readonly window?: string | WindowArgument | undefined;
  readonly element?: string | undefined;
  readonly parent?: string | undefined;
}

/**
 * The current window of an action: that of its element or parent, the named one, or the one in front.
 * @throws AppError `window_not_found`, `multiple_matches`, `elevated_target`, `element_stale`, `invalid_parameter`,
 * `permission_denied` for a sensitive window other than the permitted one
 */
export async function windowFor(context: Looking, place: WindowHints): Promise<WindowInfo> {
  const { window, element, parent } = place;
  const part = element ?? parent;
  if (part !== undefined) return windowOfKnown(context, part);
  if (window === undefined) return windowInFront(context);
  return whichWindow(context, typeof window === 'string' ? windowInWords(window) : queryOfArgument(window));
}

/** The user's front window; if that is Deskscope, the topmost window of another app. */
async function windowInFront(context: Looking): Promise<WindowInfo> {
  const all = await listWindows(context, { includeHidden: true });
  const active = all.find((window) => window.active);
  if (active?.foreign) throw elevated(active);
  const items = await listWindows(context, {});
  const found = items.find((window) => window.active) ?? items.find((window) => window.state !== 'minimized');
  if (found) {
    context.admit?.(found);
    return found;
  }
  throw new AppError('window_not_found', 'No window is in front.', {
    hint: 'Name the window by its handle, or bring one to the front.',
  });
}
