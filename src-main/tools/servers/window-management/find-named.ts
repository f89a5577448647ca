import { AppError } from '#contract/errors';
import type { WindowId, WindowInfo } from '#contract/model/window';
import type { LookContext } from '../../define-tool.ts';
import { handleOf, isNamed, onlyWindow, type WindowName } from './window-name.ts';

/** The windows of all desktops, topmost first, and which of them are on the desktop that is shown. */
export interface Desk {
  readonly windows: readonly WindowInfo[];
  readonly shown: ReadonlySet<WindowId>;
}

export async function lookAtDesk({ engine, signal }: LookContext): Promise<Desk> {
  const [every, here] = await Promise.all([
    engine.listWindows({ everyDesktop: true }, { signal }),
    engine.listWindows({}, { signal }),
  ]);
  return { windows: every.items, shown: new Set(here.items.map(({ id }) => id)) };
}

/**
 * The one window that is meant, as it is now; where none is named, the one that was selected. The active one is never
 * meant by silence: it may be another by the time the user has permitted the call.
 * @throws AppError `window_not_found`, `multiple_matches` with `candidates`
 */
export async function findNamed(
  context: LookContext,
  name: WindowName,
): Promise<{ readonly window: WindowInfo; readonly desk: Desk }> {
  const desk = await lookAtDesk(context);
  const wanted = isNamed(name) ? name : selectedName(context);
  const hidden = await hiddenWindow(context, desk, handleOf(wanted));
  return { window: onlyWindow(hidden ? [hidden] : desk.windows, wanted), desk };
}

function selectedName({ session }: LookContext): WindowName {
  if (session.selected) return { handle: session.selected.id };
  throw new AppError('window_not_found', 'No window is named, and none is selected.', {
    hint: 'Name it by title, app or handle; list_windows has them.',
    delivery: 'not_delivered',
  });
}

/** Docks and the like are in no list, but whoever knows the handle of one may mean it. */
async function hiddenWindow(
  { engine, signal }: LookContext,
  { windows }: Desk,
  handle: WindowId | undefined,
): Promise<WindowInfo | undefined> {
  if (handle === undefined || windows.some(({ id }) => id === handle)) return undefined;
  const { items } = await engine.listWindows({ includeHidden: true }, { signal });
  return items.find(({ id }) => id === handle);
}
