import { intersect, type Rect } from '#contract/model/geometry';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { placeOf } from '../places/place.ts';
import { sameRef, type Ref } from '../vocabulary/ref.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { hasBit } from '../vocabulary/states.ts';
import type { Frame } from './frame.ts';

const windowRole = roleNumber('window');

/** Maximum width of the borders and shadows that pop-ups draw around their content, in pixels. */
export const popupBorder = 12;

export interface PopupsOf {
  readonly accessibles: Accessibles;
  readonly frame: Frame;
  /** The open pop-ups of the window, in screen pixels. */
  readonly popups: readonly Rect[];
  /** The element that the app last reported as shown. */
  readonly recentlyShown: readonly Ref[];
  readonly signal: AbortSignal;
}

/**
 * Pop-ups open over a window that are not part of its tree. GTK 3 gives a menu without an owner, such as a file manager's
 * desktop menu, an untitled frame next to its window. Qt lists context menus, button menus and completions nowhere: it only
 * sends an event when they open.
 */
export async function openPopups(search: PopupsOf): Promise<readonly Ref[]> {
  return search.frame.toolkit.looseMenus === 'unlisted' ? shownPopups(search) : framesOfPopups(search);
}

async function framesOfPopups({ accessibles, frame, popups, signal }: PopupsOf): Promise<readonly Ref[]> {
  const tops = (await accessibles.children(frame.app, signal)).filter((ref) => !sameRef(ref, frame.ref));
  const open = await Promise.all(tops.map((ref) => orElse(isOpen(accessibles, frame, ref, popups, signal), false)));
  return tops.filter((_, index) => open[index]);
}

/** Of all elements that fill a pop-up, the one with the most descendants: a list contains its viewport. */
async function shownPopups({ accessibles, frame, popups, recentlyShown, signal }: PopupsOf): Promise<readonly Ref[]> {
  const facts = async (ref: Ref) => {
    const [states, extents, count] = await Promise.all([
      accessibles.states(ref, signal),
      accessibles.extents(ref, signal),
      accessibles.childCount(ref, signal),
    ]);
    return { ref, count, place: hasBit(states, 'showing') ? placeOf(extents, frame.offset) : null };
  };
  const read = await Promise.all(recentlyShown.map((ref) => orElse(facts(ref), null)));
  const shown = read.filter((each) => each !== null);
  return popups.flatMap((popup) => {
    const [most] = shown
      .filter(({ place, count }) => count > 0 && fills(place, popup))
      .sort((a, b) => b.count - a.count);
    return most ? [most.ref] : [];
  });
}

function fills(place: Rect | null, popup: Rect): boolean {
  if (!place) return false;
  const edges = ({ x, y, width, height }: Rect) => [x, y, x + width, y + height];
  const [own, around] = [edges(place), edges(popup)];
  return own.every((edge, index) => Math.abs(edge - (around[index] ?? NaN)) <= popupBorder);
}

async function isOpen(
  accessibles: Accessibles,
  frame: Frame,
  ref: Ref,
  popups: readonly Rect[],
  signal: AbortSignal,
): Promise<boolean> {
  const [role, states, extents] = await Promise.all([
    accessibles.role(ref, signal),
    accessibles.states(ref, signal),
    accessibles.extents(ref, signal),
  ]);
  if (role !== windowRole || !hasBit(states, 'showing')) return false;
  const place = placeOf(extents, frame.offset);
  return place !== null && popups.some((popup) => intersect(popup, place) !== null);
}
