import { AppError } from '#contract/errors';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { LookContext } from '../../define-tool.ts';
import { isNamed, queryOf, type WindowNaming } from '../../target/target-input.ts';
import { chosen, listWindows } from '../../target/windows/target-window.ts';
import { inOwnWords } from './window-name.ts';

/** The windows of all desktops, topmost first, and which of them are on the desktop that is shown. */
export interface Desk {
  readonly windows: readonly WindowInfo[];
  readonly shown: ReadonlySet<WindowId>;
}

export async function lookAtDesk(context: LookContext): Promise<Desk> {
  const [every, here] = await Promise.all([listWindows(context, { everyDesktop: true }), listWindows(context, {})]);
  return { windows: every, shown: new Set(here.map(({ id }) => id)) };
}

/**
 * The one window that is meant, as it is now; where none is named, the one that was selected. The active one is never
 * meant by silence: it may be another by the time the user has permitted the call.
 * @throws AppError `window_not_found`, `multiple_matches` with `candidates`, `elevated_target`
 */
export async function findNamed(
  context: LookContext,
  naming: WindowNaming,
): Promise<{ readonly window: WindowInfo; readonly desk: Desk }> {
  const desk = await lookAtDesk(context);
  const wanted = isNamed(naming) ? naming : selectedName(context);
  // Docks and the like are in no list of these tools, and have no title or app there; but they can be called otherwise.
  const isInList = wanted.handle === undefined && wanted.called === undefined;
  const others = isInList ? undefined : () => listWindows(context, { includeHidden: true });
  const window = await onlyNamed(context, wanted, desk, others);
  return { window, desk };
}

/** The one of a desk that is meant; where it has none, of what `others` lists. @throws AppError as {@link findNamed} */
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
