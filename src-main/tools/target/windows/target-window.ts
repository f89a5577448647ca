import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { elevated, type WindowInfo } from '#contract/model/windows/window';
import {
  chooseWindow,
  describeQuery,
  matchWindows,
  type Usage,
  type WindowQuery,
} from '#contract/model/windows/window-query';
import { center, contains, type Rect } from '#contract/model/geometry';
import { sleep } from '../../../base/async/deadline.ts';
import type { LookContext, ToolContext } from '../../define-tool.ts';
import { queryOfArgument, type TargetInput, type WindowArgument } from '../target-input.ts';

/** Interval of looks for a missing window or element, in milliseconds. */
export const lookEveryMs = 100;

/** UFO's sentence (AppUIExecutor), for a tool that needs a selected window. */
const nothingSelected = 'UI state not initialized. Please select an application window first.';

/** What a window search needs; `session` if a client may have worked in one before. */
type Searching = Pick<LookContext, 'engine' | 'signal'> & Partial<Pick<ToolContext, 'session' | 'admit'>>;
type Looking = LookContext & Partial<Pick<ToolContext, 'admit'>>;

/**
 * THE answer to “which window?” for every tool, the command line and replay: the query's window in its current state. Without a
 * handle, searches the current desktop first, then the others, then windows such as docks and those of other users, so that they
 * are refused by name.
 * @param onlyInSight for callers that wait for a window: it opens on the current desktop, and one elsewhere is another
 * @throws AppError `window_not_found`, `multiple_matches` with `candidates`, `elevated_target`, `permission_denied` by `admit`
 */
export async function whichWindow(
  context: Searching,
  query: WindowQuery,
  { onlyInSight = false } = {},
): Promise<WindowInfo> {
  const everything = () => listWindows(context, { includeHidden: true });
  if (query.handle !== undefined) return chosen(context, query, [everything]);
  const inSight = () => listWindows(context, {});
  if (onlyInSight) return chosen(context, query, [inSight]);
  return chosen(context, query, [inSight, () => listWindows(context, { everyDesktop: true }), everything]);
}

type Listing = Parameters<LookContext['engine']['listWindows']>[0];

/** Topmost first. */
export async function listWindows({ engine, signal }: Searching, which: Listing): Promise<readonly WindowInfo[]> {
  return (await engine.listWindows(which, { signal })).items;
}

/** See {@link whichWindow}, for listed windows: the first list with a match. */
export async function chosen(
  context: Searching,
  query: WindowQuery,
  lists: readonly (() => Promise<readonly WindowInfo[]>)[],
): Promise<WindowInfo> {
  const usage: Usage = { lastUsed: context.session?.selected?.id, ...context.session?.intended };
  for (const [index, list] of lists.entries()) {
    const windows = await list();
    const isLast = index === lists.length - 1;
    if (!isLast && matchWindows(windows, query, usage).length === 0) continue;
    const found = chooseWindow(windows, query, usage);
    if (found.foreign) throw elevated(found);
    context.admit?.(found);
    return found;
  }
  throw new AppError('window_not_found', `There is no window ${describeQuery(query)}.`);
}

/**
 * The call's window in its current state: the one in its arguments, else the selected one.
 * @throws AppError as {@link whichWindow}
 */
export async function findWindow(
  context: Looking,
  window: WindowArgument | undefined,
  options?: { readonly onlyInSight?: boolean },
): Promise<WindowInfo> {
  if (window) return whichWindow(context, queryOfArgument(window), options);
  const { selected } = context.session;
  if (!selected) {
    throw new AppError('window_not_found', nothingSelected, {
      hint: 'Call get_desktop_app_info and select_application_window, or name the window in the argument “window”.',
      delivery: 'not_delivered',
    });
  }
  try {
    return await whichWindow(context, { handle: selected.id });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'window_not_found') throw error;
    throw new AppError('window_not_found', `The selected window ${quoted(selected.title)} is gone.`, {
      delivery: 'not_delivered',
    });
  }
}

/** See {@link findWindow}, but waits for a named window that does not exist yet. @param until milliseconds of `Date.now()` */
export async function waitForWindow(
  context: Looking,
  window: WindowArgument | undefined,
  until: number,
): Promise<WindowInfo> {
  for (;;) {
    const isLastLook = Date.now() >= until;
    try {
      return await findWindow(context, window, { onlyInSight: !isLastLook });
    } catch (error) {
      const mayCome = window !== undefined && error instanceof AppError && error.code === 'window_not_found';
      if (!mayCome || isLastLook) throw undelivered(error);
      await sleep(lookEveryMs, context.signal);
    }
  }
}

/**
 * Brings the window to the front, since mouse and keys go to the front window.
 * @throws AppError `not_verified` if it stays behind
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

/**
 * The window that a call names, once it exists, brought to the front. @throws AppError as {@link waitForWindow}, {@link
 * activate}
 */
export async function frontWindow(
  context: Looking,
  { window, timeout_ms: timeoutMs = 0 }: Pick<TargetInput, 'window' | 'timeout_ms'>,
): Promise<WindowInfo> {
  return activate(context, await waitForWindow(context, window, Date.now() + timeoutMs));
}

/** The same error, stating that nothing was done to the target. */
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

/**
 * The topmost window at the middle of an area; none on the bare desktop.
 * @param place physical screen pixels
 */
export function topmostAt(topmostFirst: readonly WindowInfo[], place: Rect): WindowInfo | undefined {
  const middle = center(place);
  return topmostFirst.find(({ state, bounds }) => state !== 'minimized' && contains(bounds, middle));
}
