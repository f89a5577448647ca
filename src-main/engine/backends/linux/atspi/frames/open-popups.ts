import { intersect, type Rect } from '#contract/model/geometry';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { placeOf } from '../places/place.ts';
import { sameRef, type Ref } from '../vocabulary/ref.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { hasBit } from '../vocabulary/states.ts';
import type { Frame } from './frame.ts';

const windowRole = roleNumber('window');

/**
 * Frames of an app that are pop-ups, not windows: GTK 3 gives a menu that belongs to no element, as that of a file manager's
 * icons, one without a title, beside the window that it was opened in.
 * @param popups the pop-ups of the window that are open, in screen pixels
 */
export async function openPopups(
  accessibles: Accessibles,
  frame: Frame,
  popups: readonly Rect[],
  signal: AbortSignal,
): Promise<readonly Ref[]> {
  const tops = (await accessibles.children(frame.app, signal)).filter((ref) => !sameRef(ref, frame.ref));
  const open = await Promise.all(tops.map((ref) => orElse(isOpen(accessibles, frame, ref, popups, signal), false)));
  return tops.filter((_, index) => open[index]);
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
