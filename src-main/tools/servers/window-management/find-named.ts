import { AppError } from '#contract/errors';
import { type WindowId, type WindowInfo, appName } from '#contract/model/windows/window';
import { describeQuery } from '#contract/model/windows/window-query';
import type { LookContext } from '../../define-tool.ts';
import { isNamed, queryOf, type WindowNaming } from '../../target/target-input.ts';
import { chosen, listWindows } from '../../target/windows/target-window.ts';
import { lineOf, windowFacts } from './window-facts.ts';

/** The windows of all desktops, topmost first, and those on the current desktop. */
export interface Desk {
  readonly windows: readonly WindowInfo[];
  readonly shown: ReadonlySet<WindowId>;
}

export async function lookAtDesk(context: LookContext): Promise<Desk> {
  const [every, here] = await Promise.all([listWindows(context, { everyDesktop: true }), listWindows(context, {})]);
  return { windows: every, shown: new Set(here.map(({ id }) => id)) };
}

/**
 * The intended window in its current state; by default the selected one. Never the active one by default, since another may be
 * active by the time the user has permitted the call.
 * @throws AppError `window_not_found`, `multiple_matches` with `candidates`, `elevated_target`
 */
export async function findNamed(
  context: LookContext,
  naming: WindowNaming,
): Promise<{ readonly window: WindowInfo; readonly desk: Desk }> {
  const desk = await lookAtDesk(context);
  const wanted = isNamed(naming) ? naming : selectedName(context);
  // Docks and similar windows are in no list of these tools, so they have no title or app there, but other arguments can name
  // them.
  const isInList = wanted.handle === undefined && wanted.called === undefined;
  const others = isInList ? undefined : () => listWindows(context, { includeHidden: true });
  const window = await onlyNamed(context, wanted, desk, others);
  return { window, desk };
}

/** The intended one of a desktop, else of the list `others`. @throws AppError as {@link findNamed} */
export async function onlyNamed(
  context: LookContext,
  naming: WindowNaming,
  { windows, shown }: Desk,
  others?: () => Promise<readonly WindowInfo[]>,
): Promise<WindowInfo> {
  const here = windows.filter(({ id }) => shown.has(id));
  const listed = [here, windows].map((list) => () => Promise.resolve(list));
  const seen = [...windows];
  const look = async () => {
    const all = (await others?.()) ?? [];
    seen.push(...all.filter(({ id }) => !windows.some((one) => one.id === id)));
    return all;
  };
  try {
    return await chosen(context, queryOf(naming), others ? [...listed, look] : listed);
  } catch (error) {
    throw inOwnWords(error, seen, naming);
  }
}

function selectedName({ session }: LookContext): WindowNaming {
  if (session.selected) return { handle: session.selected.id };
  throw new AppError('window_not_found', 'No window is named, and none is selected.', {
    hint: 'Name it by title, app or handle; list_windows has them.',
    delivery: 'not_delivered',
  });
}

/** Maximum number of windows in a hint. */
const maxHinted = 8;

/** Maximum number of matching windows in a hint. */
const maxCandidates = 20;

/** Follows “the window”, e.g. `of galculator with “Calc” in the title`. */
export function describeName(naming: WindowNaming): string {
  const { app, ...query } = queryOf(naming);
  return (
    [app !== undefined && `of ${appName(app)}`, describeQuery(query)].filter(Boolean).join(' ') || 'that is selected'
  );
}

/** The same error in the form of these tools: with their description of a window, and the open windows. */
function inOwnWords(error: unknown, windows: readonly WindowInfo[], naming: WindowNaming): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'window_not_found') return noWindow(windows, naming);
  if (error.code !== 'multiple_matches') return error;
  const candidates = (error.data?.['candidates'] ?? []) as readonly { readonly id: WindowId; readonly why: string }[];
  const found = candidates.flatMap(({ id, why }) =>
    windows.filter((one) => one.id === id).map((window) => ({ window, why })),
  );
  const listed = found.slice(0, maxCandidates);
  const lines = listed.map(({ window, why }) => `- ${lineOf(window)} (${why})`);
  const hint = listed.length < found.length ? ` list_windows has the other ${found.length - listed.length}.` : '';
  return new AppError('multiple_matches', `${found.length} windows ${describeName(naming)}:\n${lines.join('\n')}`, {
    hint: `Use the handle of one of them.${hint}`,
    delivery: 'not_delivered',
    data: { candidates: listed.map(({ window, why }) => ({ ...windowFacts(window), why })) },
  });
}

function noWindow(windows: readonly WindowInfo[], naming: WindowNaming): AppError {
  const open = windows.slice(0, maxHinted).map((window) => `- ${lineOf(window)}`);
  const more = windows.length > maxHinted ? '\nlist_windows has the rest.' : '';
  return new AppError('window_not_found', `There is no window ${describeName(naming)}.`, {
    hint: open.length > 0 ? `Open are:\n${open.join('\n')}${more}` : 'No window is open.',
    delivery: 'not_delivered',
  });
}
