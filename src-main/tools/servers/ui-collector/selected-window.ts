import { AppError } from '#contract/errors';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../../define-tool.ts';
import type { WindowArgument } from '../../target/target-input.ts';
import { findWindow } from '../../target/windows/target-window.ts';
import { nothingSelected } from './namespace.ts';

/**
 * The current window to read: the named one, else the selected one.
 * @throws AppError `window_not_found`, `multiple_matches`
 */
export async function windowToLookAt(context: ToolContext, query: WindowArgument | undefined): Promise<WindowInfo> {
  if (query || context.session.selected) return findWindow(context, query);
  throw new AppError('window_not_found', nothingSelected, {
    hint: 'Call get_desktop_app_info, then select_application_window; or name the window in the argument “window”.',
  });
}
