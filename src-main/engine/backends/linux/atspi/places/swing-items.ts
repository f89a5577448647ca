import type { Rect } from '#contract/model/geometry';
import type { Accessibles } from '../bus/accessibles.ts';
import type { Frame } from '../frames/frame.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { hasBit } from '../vocabulary/states.ts';
import { readPlace } from './place.ts';

const listRole = roleNumber('list');

/**
 * Approximate bounds of an item that is scrolled away in its list: Swing reports none, so its index counts, and all rows are taken
 * to have the same height. Null for elements in anything but a visible list. @throws DBusFailure if it is gone
 */
export async function placeInList(
  accessibles: Accessibles,
  frame: Frame,
  item: Ref,
  signal: AbortSignal,
): Promise<Rect | null> {
  const list = await accessibles.parent(item, signal);
  if (!list || (await accessibles.role(list, signal)) !== listRole) return null;
  const [index, count, states, place] = await Promise.all([
    accessibles.indexInParent(item, signal),
    accessibles.childCount(list, signal),
    accessibles.states(list, signal),
    readPlace(accessibles, frame, { ref: list, role: listRole }, signal),
  ]);
  if (place === null || place === 'unseen' || !hasBit(states, 'showing') || index < 0 || index >= count) return null;
  const height = place.height / count;
  return { ...place, y: Math.round(place.y + index * height), height: Math.round(height) };
}
