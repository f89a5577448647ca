import { area, contains, type Point, type Rect } from '#contract/model/geometry';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import type { Frame } from '../frames/frames.ts';
import { offsetFor, readPlace } from '../places/place.ts';
import { isMapped } from '../sight/unmapped.ts';
import { formatRef, sameRef, type Ref } from '../vocabulary/ref.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { hasBit } from '../vocabulary/states.ts';

/** Containers with more children than this are asked, never searched: a hover must not read a whole table. */
const maxSearched = 300;
/** Of those, as many are looked at: the headers of a table in GTK 3 come before its cells, and it does not hit them. */
const maxOfMany = 30;
/** As many children as this are opened where none is at the point. */
const maxOpened = 50;

const pageTab = roleNumber('page tab');

interface Search {
  readonly accessibles: Accessibles;
  readonly frame: Frame;
  readonly at: Point;
  readonly signal: AbortSignal;
}

/**
 * The deepest element at a screen point. The app's own answer is followed as far as it goes; below it, and where it
 * gives none, the children's places decide: several toolkits stop at a container.
 */
export async function hitTest(
  accessibles: Accessibles,
  frame: Frame,
  at: Point,
  signal: AbortSignal,
): Promise<Ref | null> {
  const search = { accessibles, frame, at, signal };
  let current = frame.ref;
  // Some trees go round in circles.
  for (const seen = new Set<string>(); !seen.has(formatRef(current));) {
    seen.add(formatRef(current));
    current = (await askApp(search, current)) ?? (await searchChildren(search, current)) ?? current;
  }
  return sameRef(current, frame.ref) ? null : current;
}

/** The app's answer, where it leads further down and the element is really there. */
async function askApp(search: Search, parent: Ref): Promise<Ref | null> {
  const { accessibles, frame, at, signal } = search;
  const offset = await orElse(offsetFor(frame, parent, signal), frame.offset);
  const { x, y } = { x: at.x - offset.x, y: at.y - offset.y };
  const answer = await orElse(accessibles.childAtPoint(parent, x, y, signal), null);
  if (!answer || answer.bus !== frame.ref.bus || sameRef(answer, parent)) return null;
  return isAt(await look(search, answer), at) ? ofTree(accessibles, parent, answer, signal) : null;
}

/** Chromium answers with the text in a button that says it has no children: what is no part of the tree is its parent. */
async function ofTree(accessibles: Accessibles, asked: Ref, answer: Ref, signal: AbortSignal): Promise<Ref | null> {
  const parent = await orElse(accessibles.parent(answer, signal), null);
  if (!parent || parent.bus !== answer.bus) return answer;
  if ((await orElse(accessibles.childCount(parent, signal), 1)) !== 0) return answer;
  return sameRef(parent, asked) ? null : parent;
}

/**
 * The child at the point. Where none is, their children are looked at, since these may lie outside of their parents: the
 * page of a notebook in GTK 3 is in its tab.
 */
async function searchChildren(search: Search, parent: Ref): Promise<Ref | null> {
  const children = await lookInto(search, parent);
  const found = await smallest(search, children);
  if (found) return found;
  const others = children.filter(mayHoldMore).slice(0, maxOpened);
  const below = await Promise.all(others.map(({ ref }) => lookInto(search, ref)));
  return (await smallest(search, below.flat())) ?? searchThrough(search, others);
}

/** What is below a shown element without a place of its own (the page of a GTK 4 stack) may be anywhere. */
async function searchThrough(search: Search, others: readonly Looked[]): Promise<Ref | null> {
  for (const { ref, place } of others) {
    const found = place === 'nowhere' ? await searchChildren(search, ref) : null;
    if (found) return found;
  }
  return null;
}

interface Looked {
  readonly ref: Ref;
  readonly role: number;
  /** `nowhere` for what is shown but has no place, null for what nobody sees. */
  readonly place: Rect | 'nowhere' | null;
}

/** Of several at the point the smallest: what lies in front is rarely the larger. */
async function smallest(search: Search, among: readonly Looked[]): Promise<Ref | null> {
  const { accessibles, frame, at, signal } = search;
  const there = among.filter((each): each is Looked & { readonly place: Rect } => isAt(each, at));
  for (const { ref, place } of there.sort((a, b) => area(a.place) - area(b.place))) {
    const node = { runtimeId: formatRef(ref), bounds: place };
    if (!frame.toolkit.saysAllShows || (await isMapped(accessibles, frame, node, signal))) return ref;
  }
  return null;
}

function isAt({ place }: Looked, at: Point): boolean {
  return place !== null && place !== 'nowhere' && contains(place, at);
}

/** A tab that nobody sees may have a page that everybody does. */
function mayHoldMore({ place, role }: Looked): boolean {
  return place !== null || role === pageTab;
}

async function lookInto(search: Search, parent: Ref): Promise<readonly Looked[]> {
  const children = await childrenOf(search, parent);
  return Promise.all(children.map((ref) => look(search, ref)));
}

async function childrenOf({ accessibles, frame, signal }: Search, parent: Ref): Promise<readonly Ref[]> {
  const count = await orElse(accessibles.childCount(parent, signal), 0);
  const indices = Array.from({ length: Math.min(Math.max(0, count), maxOfMany) }, (_, index) => index);
  const found =
    count > 0 && count <= maxSearched
      ? await orElse(accessibles.children(parent, signal), [])
      : await Promise.all(indices.map((index) => orElse(accessibles.childAt(parent, index, signal), null)));
  return found.filter((ref) => ref?.bus === frame.ref.bus) as readonly Ref[];
}

/** Where an element is, if a person can see it. */
async function look({ accessibles, frame, signal }: Search, ref: Ref): Promise<Looked> {
  const role = orElse(accessibles.role(ref, signal), 0);
  const place = role.then((known) => readPlace(accessibles, frame, { ref, role: known }, signal));
  const [found, states] = await Promise.all([
    orElse<Rect | 'unseen' | null>(place, null),
    orElse(accessibles.states(ref, signal), null),
  ]);
  const isSeen = found !== 'unseen' && states !== null && hasBit(states, frame.toolkit.seenBy);
  return { ref, role: await role, place: isSeen ? (found ?? 'nowhere') : null };
}
