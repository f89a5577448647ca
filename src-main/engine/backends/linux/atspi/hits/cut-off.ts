import { contains, intersect, isEmpty, type Point, type Rect } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import type { Frame } from '../frames/frame.ts';
import { readPlace } from '../places/place.ts';
import { climb } from '../reading/climb.ts';
import { readTree } from '../reading/walk.ts';
import { formatRef, sameRef, type Ref } from '../vocabulary/ref.ts';
import { roleName, roleNumber } from '../vocabulary/roles.ts';
import { hasBit, noStates } from '../vocabulary/states.ts';

/** Popups are the last children of their window, and few are open at a time. */
const mostPopups = 6;
/** Limit on elements searched below a popup at the edge of its window. */
const mostUnder = 600;
const dialog = roleNumber('dialog');
const panel = roleNumber('panel');

/**
 * The visible element at a point, given the app's answer: that element, or its innermost ancestor that is not clipped there.
 * @throws DBusFailure if it is gone
 */
export async function shownHit(
  accessibles: Accessibles,
  frame: Frame,
  hit: Ref,
  at: Point,
  signal: AbortSignal,
): Promise<Ref> {
  const { cutters, uncut } = frame.toolkit;
  const chain = [...(await climb(accessibles, frame, hit, signal)), hit];
  const around = chain.slice(1, -1);
  const [roles, places] = await Promise.all([
    Promise.all(around.map((ref) => accessibles.role(ref, signal))),
    Promise.all(around.map((ref) => orElse(readPlace(accessibles, frame, { ref }, signal), null))),
  ]);
  let shown = hit;
  for (const [index, role] of roles.map(roleName).entries()) {
    if (uncut.has(role)) shown = hit;
    const place = places[index];
    const cuts = cutters.has(role) && isPlaced(place) && !contains(place, at);
    if (cuts && shown === hit) shown = chain[index] as Ref;
  }
  return shown;
}

/**
 * The element that may take a press instead. A popup takes the press or is closed by it: Qt Quick draws popups inside their
 * window, and reports neither modality nor close policy. A drawer at an edge that covers nothing is part of the window. A
 * Kirigami sheet is a panel over the page and takes all presses, unlike other panels. A popover of GTK 3 is a modal panel. Null if
 * there is none.
 * @throws DBusFailure if `hit` is gone
 */
export async function popupInTheWay(
  accessibles: Accessibles,
  frame: Frame,
  hit: Ref,
  signal: AbortSignal,
): Promise<Ref | null> {
  const count = await accessibles.childCount(frame.ref, signal);
  const indices = Array.from({ length: Math.min(count, mostPopups) }, (_, index) => count - 1 - index);
  const last = await Promise.all(indices.map((index) => orElse(accessibles.childAt(frame.ref, index, signal), null)));
  const kinds = await Promise.all(last.map(async (ref) => ref && kindOf(accessibles, frame, ref, signal)));
  if (!kinds.some(Boolean)) return null;
  const around = [...(await climb(accessibles, frame, hit, signal)), hit];
  for (const [index, ref] of last.entries()) {
    if (!ref || around.some((each) => sameRef(each, ref))) return null;
    const kind = kinds[index];
    if (kind && (await liesOverBy[kind](accessibles, frame, ref, around[1] ?? hit, signal))) return ref;
  }
  return null;
}

/** How an open child of a window may obscure others. */
async function kindOf(accessibles: Accessibles, frame: Frame, ref: Ref, signal: AbortSignal): Promise<Kind | null> {
  const role = await orElse(accessibles.role(ref, signal), 0);
  if (role !== panel && role !== dialog) return null;
  const states = await orElse(accessibles.states(ref, signal), noStates);
  if (!hasBit(states, 'showing')) return null;
  if (frame.toolkit.popoversHold) return hasBit(states, 'modal') ? 'popover' : null;
  return role === dialog ? 'popup' : 'panel';
}

type Kind = 'popup' | 'panel' | 'popover';

const liesOverBy = { popup: liesOverLeaves, panel: liesOver, popover: () => Promise.resolve(true) };

/** Whether a panel covers part of another child of its window. */
async function liesOver(accessibles: Accessibles, frame: Frame, ref: Ref, below: Ref, signal: AbortSignal) {
  const placeNow = (each: Ref) => orElse(readPlace(accessibles, frame, { ref: each }, signal), null);
  const [place, under] = await Promise.all([ref, below].map(placeNow));
  return isPlaced(place) && isPlaced(under) && !isDocked(place, frame.place) && intersect(place, under) !== null;
}

/** Whether a popup is in the middle of its window, or at an edge over visible content. */
async function liesOverLeaves(accessibles: Accessibles, frame: Frame, popup: Ref, _: Ref, signal: AbortSignal) {
  const place = await orElse(readPlace(accessibles, frame, { ref: popup }, signal), null);
  if (!isPlaced(place)) return false;
  if (!isDocked(place, frame.place)) return true;
  const { root } = await readTree(accessibles, frame, frame.ref, { depth: 64, maxNodes: mostUnder, signal });
  const id = formatRef(popup);
  return (root.children ?? []).some(
    (child) => child.runtimeId !== id && leavesOf(child).some((leaf) => isUnder(leaf, place)),
  );
}

/** Whether an element fills one edge of its window. */
function isDocked(place: Rect, window: Rect): boolean {
  const [right, bottom] = [({ x, width }: Rect) => x + width, ({ y, height }: Rect) => y + height];
  const edges = [
    place.x <= window.x,
    place.y <= window.y,
    right(place) >= right(window),
    bottom(place) >= bottom(window),
  ];
  return edges.filter(Boolean).length >= 2;
}

function leavesOf(node: RawNode): readonly RawNode[] {
  if (!node.states.includes('visible')) return [];
  const children = node.children ?? [];
  return children.length === 0 ? [node] : children.flatMap(leavesOf);
}

/** Whether most of a visible element is within an area. */
function isUnder({ bounds, name, states }: RawNode, place: Rect): boolean {
  if (!bounds || (name === '' && !states.includes('focusable'))) return false;
  const shared = intersect(bounds, place);
  return shared !== null && 2 * shared.width * shared.height > bounds.width * bounds.height;
}

function isPlaced(place: Rect | 'unseen' | null | undefined): place is Rect {
  return place !== null && place !== undefined && place !== 'unseen' && !isEmpty(place);
}
