import { sleep } from '../../base/deadline.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { chooseWindow, matchWindow, type WindowInfo, type WindowMatch } from '#contract/model/window';
import type { LookContext, ToolContext } from '../define-tool.ts';
import type { WindowQuery } from './target-input.ts';

/** How often a missing window or element is looked for, in milliseconds. */
export const lookEveryMs = 100;

/** UFO's sentence (AppUIExecutor), where a tool needs the window that nobody selected. */
const nothingSelected = 'UI state not initialized. Please select an application window first.';

type Looking = LookContext & Partial<Pick<ToolContext, 'admit'>>;

/**
 * The window a call means, as it is now: the one its arguments name, else the selected one.
 * @throws AppError `window_not_found`, `multiple_matches` with `candidates`, `permission_denied` by `admit`
 */
export async function findWindow(context: Looking, query: WindowQuery | undefined): Promise<WindowInfo> {
  const found = await look(context, query);
  context.admit?.(found);
  return found;
}

async function look(context: Looking, query: WindowQuery | undefined): Promise<WindowInfo> {
  if (query) return pick(await list(context), query);
  const { selected } = context.session;
  if (!selected) {
    throw new AppError('window_not_found', nothingSelected, {
      hint: 'Call get_desktop_app_info and select_application_window, or name the window in the argument “window”.',
      delivery: 'not_delivered',
    });
  }
  const now = (await list(context)).find((window) => window.id === selected.id);
  if (now) return now;
  throw new AppError('window_not_found', `The selected window ${quoted(selected.title)} is gone.`, {
    delivery: 'not_delivered',
  });
}

/**
 * As {@link findWindow}, but waits for a window that is named and does not exist yet.
 * @param until milliseconds of `Date.now()`
 */
export async function waitForWindow(
  context: Looking,
  query: WindowQuery | undefined,
  until: number,
): Promise<WindowInfo> {
  for (;;) {
    try {
      return await findWindow(context, query);
    } catch (error) {
      const mayCome = query !== undefined && error instanceof AppError && error.code === 'window_not_found';
      if (!mayCome || Date.now() >= until) throw undelivered(error);
      await sleep(lookEveryMs, context.signal);
    }
  }
}

/**
 * Brings the window to the front, because mouse and keys go to whatever is there.
 * @throws AppError `not_verified` where it stays behind
 */
export async function activate(context: Looking, window: WindowInfo): Promise<WindowInfo> {
  if (window.active) return window;
  try {
    const after = await context.engine.actOnWindow({ window: window.id, action: 'focus' }, { signal: context.signal });
    return after ?? window;
  } catch (error) {
    throw undelivered(error);
  }
}

/** The same error, saying that nothing was done to the target. */
export function undelivered(error: unknown): unknown {
  if (!(error instanceof AppError) || error.delivery === 'not_delivered') return error;
  const { hint, data } = error;
  return new AppError(error.code, error.message, {
    hint,
    delivery: 'not_delivered',
    cause: error,
    ...(data && { data }),
  });
}

async function list({ engine, signal }: Looking): Promise<readonly WindowInfo[]> {
  return (await engine.listWindows({}, { signal })).items;
}

function pick(windows: readonly WindowInfo[], query: WindowQuery): WindowInfo {
  if (query.handle !== undefined) return chooseWindow(windows, handleText(query.handle));
  const match: WindowMatch = {
    ...(query.title !== undefined && { title: query.title }),
    ...(query.app !== undefined && { app: query.app }),
    ...(query.class_name !== undefined && { className: query.class_name }),
  };
  return matchWindow(windows, match);
}

/** Always hexadecimal: a short decimal number would be read as a title. */
function handleText(handle: number | string): string {
  return typeof handle === 'string' && /^0x/i.test(handle) ? handle : `0x${Number(handle).toString(16)}`;
}
