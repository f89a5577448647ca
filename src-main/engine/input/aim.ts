import { AppError } from '#contract/errors';
import { describeElement, parseElementId } from '#contract/model/elements/element';
import { contains, intersect, type Point, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Aim, AimedElement } from '../engine.ts';
import type { CallContext, EngineContext, Operation } from '../operations/operation.ts';
import { reachedAt, shownPart, type Reached } from '../tree/reached.ts';
import { everyWindow, windowOf } from '../windows/lookup.ts';
import { Spots, without } from './spots.ts';

/** Maximum number of points to try. */
const mostTries = 16;

/**
 * Where to press an element: at the wanted place or, if that is covered, at a free spot of its visible part. If other windows
 * cover all of it, returns the wanted place.
 */
export const aim: Operation<'aim'> = async (context, { element, at, only = false }, call) => {
  const windows = await everyWindow(context);
  const id = parseElementId(element.id).window;
  const window = windows.find((each) => each.id === id) ?? (await windowOf(context, id));
  const over = windowsOver(windows, window);
  const first = await reachedAt(context, window, element, at, call);
  const isFree = first.by === 'element' && !over.some((bounds) => contains(bounds, at));
  if (isFree || (only && first.by === 'element')) return aimed(at, element, first);
  if (only) return settle(at, element, first);
  return search(context, { window, element, over, wanted: at, first }, call);
};

interface Search {
  readonly window: WindowInfo;
  readonly element: AimedElement;
  /** Bounds of the windows above the element's; physical screen pixels. */
  readonly over: readonly Rect[];
  readonly wanted: Point;
  /** The hit at the wanted place. */
  readonly first: Reached;
}

async function search(context: EngineContext, search: Search, call: CallContext): Promise<Aim> {
  const { window, element, wanted, first } = search;
  const spots = new Spots(await shownOf(context, search, call));
  let perhaps: Aim | null = null;
  for (let tries = 0; tries < mostTries; tries++) {
    const at = spots.next(wanted);
    if (!at) break;
    const isWanted = at.x === wanted.x && at.y === wanted.y;
    const found = isWanted ? first : await reachedAt(context, window, element, at, call);
    if (found.by === 'element') return aimed(at, element, found);
    if (found.by === 'perhaps') perhaps ??= aimed(at, element, found);
    spots.takeAway(at, found.isAround ? null : found.cover.bounds);
  }
  return perhaps ?? settle(wanted, element, first);
}

function settle(at: Point, element: AimedElement, found: Reached): Aim {
  if (found.by === 'other') throw covered(found, element, at);
  return aimed(at, element, found);
}

function aimed(at: Point, element: AimedElement, found: Reached): Aim {
  const { hit } = found;
  if (found.by === 'element') return { at, on: { element, hit } };
  const { controlType, name, states } = found.cover;
  return { at, on: { element, hit, perhaps: { controlType, name, states } } };
}

/** The element or window that covers an element. */
interface Cover {
  readonly cover: Pick<AimedElement, 'controlType' | 'name'> & Partial<Pick<AimedElement, 'bounds'>>;
  readonly isMenu?: boolean;
  /** Whether it is an ancestor of the element. */
  readonly isAround?: boolean;
}

/** @returns `wrong_target_window`, or `busy` for a menu elsewhere, with nothing delivered */
export function covered(
  { cover, isMenu = false, isAround = false }: Cover,
  element: Pick<AimedElement, 'controlType' | 'name'>,
  at: Point,
): AppError {
  if (isAround) {
    const where = `at ${at.x}, ${at.y}: it is cut off or scrolled out of sight there`;
    return new AppError('wrong_target_window', `${describeElement(element)} does not show ${where}.`, {
      hint: 'Scroll it into view, or enlarge its container.',
      delivery: 'not_delivered',
      data: { isCutOff: true },
    });
  }
  if (isMenu && cover.bounds && !contains(cover.bounds, at)) return heldByMenu(element);
  const over = `${describeElement(cover)}${isMenu ? ' of an open menu' : ''}`;
  return new AppError('wrong_target_window', `${over} covers ${describeElement(element)} at ${at.x}, ${at.y}.`, {
    hint: isMenu
      ? 'Close the menu, e.g. with Escape, or choose from it.'
      : 'Close, move or scroll away what covers it, or act on that instead.',
    delivery: 'not_delivered',
  });
}

/** The press would only close the menu, wherever it is. */
export function heldByMenu(element: Pick<AimedElement, 'controlType' | 'name'>): AppError {
  return new AppError('busy', `A menu or list is open and gets the press instead of ${describeElement(element)}.`, {
    hint: 'Close it, e.g. with Escape, or choose from it.',
    delivery: 'not_delivered',
  });
}

/** The visible part of the element, given its containers and the windows above it. */
async function shownOf(
  context: EngineContext,
  { window, element, over }: Search,
  { signal }: CallContext,
): Promise<readonly Rect[]> {
  const { bounds } = element;
  if (!bounds) return [];
  const [around, monitors] = await Promise.all([
    context.backend.elements.ancestors(window, parseElementId(element.id).runtimeId, signal),
    context.backend.monitors(),
  ]);
  const shown = shownPart(bounds, around) ?? bounds;
  const onScreen = monitors.flatMap((monitor) => intersect(shown, monitor.bounds) ?? []);
  return over.reduce<readonly Rect[]>((free, cover) => free.flatMap((rect) => without(rect, cover)), onScreen);
}

/** Some desktops list popups, which belong to the windows that opened them. */
const popups: ReadonlySet<string> = new Set(['menu', 'dropdown-menu', 'popup-menu', 'combo', 'tooltip']);

/** Windows that may cover the given one. */
function windowsOver(topmostFirst: readonly WindowInfo[], window: WindowInfo): readonly Rect[] {
  const above = topmostFirst.slice(
    0,
    Math.max(
      0,
      topmostFirst.findIndex(({ id }) => id === window.id),
    ),
  );
  return above
    .filter(({ state, desktop }) => state !== 'minimized' && (desktop === null || desktop === window.desktop))
    .filter(({ kind, processId }) => !(popups.has(kind) && processId === window.processId))
    .map(({ bounds }) => bounds);
}
