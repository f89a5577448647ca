import { area, contains, intersect, type Point, type Rect } from '#contract/model/geometry';
import type { Accessibles } from '../bus/accessibles.ts';
import { oneMoment } from '../bus/one-moment.ts';
import { orElse } from '../bus/or-else.ts';
import { maxDepth } from '../limits.ts';
import { offsetFor, readPlace, toUnits } from '../places/place.ts';
import { isMapped } from '../visibility/unmapped.ts';
import { formatRef, sameRef, type Ref } from '../vocabulary/ref.ts';
import { roleNumber, roleSet } from '../vocabulary/roles.ts';
import { hasBit } from '../vocabulary/states.ts';
import type { Frame } from '../frames/frame.ts';

/** Containers with more children than this are queried, never searched: a hover must not read a whole table. */
const maxSearched = 300;
/** Limit on candidates: in GTK 3, the headers of a table precede its cells and are not hit. */
const maxOfMany = 30;
/** Limit on children that are expanded if none contains the point. */
const maxOpened = 50;

/** Limit on siblings inspected after the app's answer: covering elements come last. */
const maxOver = 20;

/** Roles without visible content of their own. */
const plainContainers = roleSet('filler', 'panel', 'layered pane', 'split pane', 'scroll pane', 'viewport', 'unknown');

/** Containers of alternative pages, in toolkits that hit hidden pages. */
const pageHolders = new Set([...plainContainers, roleNumber('grouping')]);

const documents = roleSet('document web', 'document frame');

const scrollPanes = roleSet('scroll pane', 'viewport');
const viewport = roleNumber('viewport');
const menu = roleNumber('menu');

const boxes = roleSet('check box', 'radio button');
const pageTab = roleNumber('page tab');
const tableCell = roleNumber('table cell');
const invalid = roleNumber('invalid');

interface Search {
  readonly accessibles: Accessibles;
  readonly frame: Frame;
  readonly at: Point;
  readonly signal: AbortSignal;
  /** Search for the element that receives a press, rather than the visible one. */
  readonly press: boolean;
  /** Found by position after a misleading answer of the app, which has not confirmed them. */
  readonly sought: Set<string>;
}

/**
 * The deepest element at a screen point. The app's own answer is followed as far as it goes; below it, and if there is none,
 * the bounds of the children decide: several toolkits stop at a container.
 */
export async function hitTest(
  accessibles: Accessibles,
  frame: Frame,
  at: Point,
  signal: AbortSignal,
  { press = false } = {},
): Promise<Ref | null> {
  const search = { accessibles: oneMoment(accessibles), frame, at, signal, press, sought: new Set<string>() };
  const found = await descend(search, frame.ref, new Set());
  return sameRef(found, frame.ref) ? null : found;
}

/** The deepest element at the point below an element that contains it. `seen` guards against cyclic trees. */
async function descend(search: Search, from: Ref, seen: Set<string>): Promise<Ref> {
  const over: Promise<readonly Ref[]>[] = [];
  let current = from;
  while (!seen.has(formatRef(current))) {
    seen.add(formatRef(current));
    const reported = await askApp(search, current);
    const answer = reported === 'elsewhere' ? null : reported;
    if (answer && search.frame.toolkit.hitsLowest) {
      // The descent does not wait for this query, and its failure is handled here.
      const found = findOver(search, current, answer);
      found.catch(() => undefined);
      over.push(found);
    }
    if (!answer && (await isLastWord(search, current, from))) break;
    const found = answer ?? (await searchChildren(search, current)) ?? current;
    // An app that has not answered at all is not silent because it has nothing to add.
    const isUnanswered = reported === null && isSilent(search) && sameRef(current, from);
    const isSought = isUnanswered || search.sought.has(formatRef(current));
    if (!answer && isSought) search.sought.add(formatRef(found));
    current = found;
  }
  return (await topmost(search, (await Promise.all(over)).flat(), seen)) ?? current;
}

/** Whether the app's answer is the exact target of a press, not one of its children. */
async function isLastWord(search: Search, ref: Ref, from: Ref): Promise<boolean> {
  const { press, frame, accessibles, signal, sought } = search;
  const { pressesReportedBy } = frame.toolkit;
  if (!press || pressesReportedBy === 'nobody' || sameRef(ref, from) || sought.has(formatRef(ref))) return false;
  if (pressesReportedBy === 'app') return true;
  let around: Ref | null = ref;
  for (let depth = 0; around !== null && depth <= maxDepth; depth++) {
    if (documents.has(await orElse(accessibles.role(around, signal), 0))) return !(await misses(search, around));
    around = await orElse(accessibles.parent(around, signal), null);
  }
  return false;
}

/** Whether a page answers with itself although the point is outside its body. */
async function misses(search: Search, page: Ref): Promise<boolean> {
  if (!search.frame.toolkit.missesBesideBody) return false;
  const parts = await lookInto(search, page);
  return parts.length > 0 && !parts.some((part) => isAt(part, search.at));
}

/**
 * The first candidate with visible content at the point: an element with only containers there is transparent, and may or may
 * not pass presses through.
 */
async function topmost(search: Search, over: readonly Ref[], seen: Set<string>): Promise<Ref | null> {
  for (const ref of over) {
    const found = await descend(search, ref, seen);
    if (search.press || !plainContainers.has(await orElse(search.accessibles.role(found, search.signal), 0)))
      return found;
  }
  return null;
}

/** The app's answer, if it is deeper. `elsewhere` if its bounds do not contain the point: they may exclude its border. */
async function askApp(search: Search, parent: Ref): Promise<Ref | 'elsewhere' | null> {
  const { accessibles, frame, at, signal } = search;
  const offset = frame.hits ?? (await orElse(offsetFor(frame, parent, signal), frame.offset));
  const { x, y } = toUnits(at, offset);
  const answerAt = (beside: number) => orElse(accessibles.childAtPoint(parent, x + beside, y + beside, signal), null);
  const answers = await Promise.all([answerAt(0), ...(isRounded(search) ? [answerAt(1)] : [])]);
  // Where they differ, the point is at an edge, and the other one may take the press.
  const answer = answers.at(-1) ?? null;
  if (!answer || answer.bus !== frame.ref.bus || sameRef(answer, parent)) return null;
  if (!answers.every((each) => each && sameRef(each, answer))) return ofTree(accessibles, parent, answer, signal);
  if (!isAt(await look(search, answer), at)) return 'elsewhere';
  return frame.toolkit.hitsUnseen ? inSight(search, parent, answer) : ofTree(accessibles, parent, answer, signal);
}

function isRounded({ press, frame }: Search): boolean {
  return press && frame.toolkit.roundsHits;
}

/**
 * The deepest element in the tree on the path to the app's answer. Elements that are not in the tree, such as the parts of a
 * progress bar, count as part of their container; an element that its container does not list is on a hidden page.
 */
async function inSight(search: Search, asked: Ref, answer: Ref): Promise<Ref | null> {
  const { accessibles, signal } = search;
  const chain = await chainBetween(search, asked, answer);
  if (chain.length === 0) return null;
  const isReported = await Promise.all(chain.slice(1).map((ref, i) => reportsOf(search, chain[i] as Ref, ref)));
  const lost = isReported.indexOf(false);
  if (lost < 0) return ofTree(accessibles, asked, answer, signal);
  const holder = chain[lost] as Ref;
  const own = sameRef(holder, asked) ? null : holder;
  if (!pageHolders.has(await orElse(accessibles.role(holder, signal), 0))) return own;
  const around = chain[lost - 1];
  const found = (await searchChildren(search, holder)) ?? (around ? await searchChildren(search, around) : null);
  if (found) search.sought.add(formatRef(found));
  return found ?? own;
}

/** Whether an element is among its parent's children, or in one of them: some pages are no parent's children. */
async function reportsOf({ accessibles, signal }: Search, parent: Ref, child: Ref): Promise<boolean> {
  const childrenOf = (ref: Ref) => orElse(accessibles.children(ref, signal), []);
  const isIn = (refs: readonly Ref[]) => refs.some((ref) => sameRef(ref, child));
  const reported = await childrenOf(parent);
  return isIn(reported) || (await Promise.all(reported.map(childrenOf))).some(isIn);
}

/**
 * The elements that cover the app's answer, if the answer is the lowest of several at the point: later children are drawn over
 * earlier ones and their descendants. Topmost first.
 */
async function findOver(search: Search, from: Ref, answer: Ref): Promise<readonly Ref[]> {
  const direct = await laterAt(search, from, answer);
  if (direct) return direct;
  const chain = await chainBetween(search, from, answer);
  const levels = await Promise.all(chain.slice(1).map((ref, index) => laterAt(search, chain[index] as Ref, ref)));
  return levels.flatMap((later) => later ?? []);
}

/** The path from one to the other, inclusive; empty if there is none. */
async function chainBetween({ accessibles, signal }: Search, from: Ref, to: Ref): Promise<readonly Ref[]> {
  const chain = [to];
  for (let parent: Ref | null = to; chain.length <= maxDepth;) {
    parent = await orElse(accessibles.parent(parent, signal), null);
    if (!parent) return [];
    chain.unshift(parent);
    if (sameRef(parent, from)) return chain;
  }
  return [];
}

/**
 * The siblings at the point after one child, last first; no larger ones, except for a press. Null if it is not a child. For
 * table cells, Qt answers with the visible one; cells under its span report the same bounds
 * (`findings/qt6-cells-under-a-span-report-they-show.sh`).
 */
async function laterAt(search: Search, parent: Ref, child: Ref): Promise<readonly Ref[] | null> {
  const { accessibles, frame, at, signal, press } = search;
  const siblings = await childrenOf(search, parent);
  const index = siblings.findIndex((ref) => sameRef(ref, child));
  if (index < 0) return null;
  const later = siblings.slice(index + 1).slice(-maxOver);
  if (later.length === 0 || (await orElse(accessibles.role(child, signal), invalid)) === tableCell) return [];
  // Few of them are at the point: bounds alone rule out the others.
  const place = (ref: Ref) => orElse(readPlace(accessibles, frame, { ref }, signal), null);
  const [own, ...places] = await Promise.all([child, ...later].map(place));
  const size = isPlaced(own) ? area(own) : 0;
  const beyond = new Set<Ref>();
  const isNear = async (ref: Ref, place: Rect | 'unseen' | null | undefined) => {
    if (!isPlaced(place)) return false;
    if (contains(place, at)) return press || area(place) <= size;
    const reaches = press && isPlaced(own) && (await reachesBeyond(search, { ref, place }, own));
    if (reaches) beyond.add(ref);
    return reaches;
  };
  const areNear = await Promise.all(later.map((ref, i) => isNear(ref, places[i])));
  const looked = await Promise.all(later.filter((_, i) => areNear[i]).map((ref) => look(search, ref)));
  return looked
    .filter((each) => isAt(each, at) || (each.place !== null && beyond.has(each.ref)))
    .map(({ ref }) => ref)
    .reverse();
}

/**
 * Whether a box that covers part of an element may take a press outside its reported bounds, on the same line: its true extent
 * is unknown.
 */
async function reachesBeyond(
  { accessibles, frame, at, signal }: Search,
  { ref, place }: { readonly ref: Ref; readonly place: Rect },
  under: Rect,
): Promise<boolean> {
  const line = { x: under.x, y: place.y - place.height, width: under.width, height: 3 * place.height };
  if (!frame.toolkit.boxesReportLess || !intersect(place, under) || !contains(line, at)) return false;
  return boxes.has(await orElse(accessibles.role(ref, signal), 0));
}

/**
 * Chromium answers with the text in a button that reports no children, GTK 4.18 with role-less parts of progress bars and spin
 * buttons. Elements outside the tree are replaced by their parent.
 */
async function ofTree(accessibles: Accessibles, asked: Ref, reported: Ref, signal: AbortSignal): Promise<Ref | null> {
  const answer = await withRole(accessibles, reported, signal);
  if (sameRef(answer, asked)) return null;
  const parent = await orElse(accessibles.parent(answer, signal), null);
  if (!parent || parent.bus !== answer.bus) return answer;
  if ((await orElse(accessibles.childCount(parent, signal), 1)) !== 0) return answer;
  return sameRef(parent, asked) ? null : parent;
}

/** The element itself, or if it has no role, its nearest ancestor that is listed by its parent. */
async function withRole(accessibles: Accessibles, reported: Ref, signal: AbortSignal): Promise<Ref> {
  let current = reported;
  for (let depth = 0; depth <= maxDepth; depth++) {
    if ((await orElse(accessibles.role(current, signal), invalid + 1)) !== invalid) return current;
    const parent = await orElse(accessibles.parent(current, signal), null);
    if (!parent || parent.bus !== reported.bus) return current;
    const children = await orElse(accessibles.children(parent, signal), []);
    if (children.some((child) => sameRef(child, current))) return current;
    current = parent;
  }
  return current;
}

/**
 * The child at the point. If there is none, their children are searched, since these may lie outside their parents: in GTK 3,
 * the page of a notebook is a child of its tab.
 */
async function searchChildren(search: Search, parent: Ref): Promise<Ref | null> {
  const children = await lookInto(search, parent);
  if (await isUnclear(search, children)) return null;
  const found = await frontmost(search, children);
  if (found) return found;
  const others = children.filter(mayHoldMore).slice(0, maxOpened);
  const inside = async (outer: Looked) =>
    (await lookInto(search, outer.ref)).filter((each) => !mayBeCut(search, outer, each));
  const below = (await Promise.all(others.map(inside))).flat();
  if (await isUnclear(search, below)) return null;
  return (await frontmost(search, below)) ?? searchThrough(search, others);
}

/** Whether an element of a page that reaches beyond its container may be clipped there (CSS `overflow`), which is not reported. */
function mayBeCut({ press, frame }: Search, { place: outer }: Looked, { place }: Looked): boolean {
  if (!press || !frame.toolkit.missesBesideBody || outer === 'nowhere' || place === 'nowhere') return false;
  return outer !== null && place !== null && intersect(outer, place) !== null;
}

/** Whether the app answers nothing at some elements that take presses. */
function isSilent({ press, frame }: Search): boolean {
  return press && frame.toolkit.hitsElementsOnly;
}

/** Which of several elements takes a press if the app does not answer: unlike what is visible, bounds do not decide it. */
async function isUnclear(search: Search, among: readonly Looked[]): Promise<boolean> {
  const there = among.filter((each): each is Looked & { readonly place: Rect } => isAt(each, search.at));
  if (!isSilent(search) || there.length < 2) return false;
  const areMapped = there.map(({ ref, place }) =>
    isMapped(search.accessibles, search.frame, { runtimeId: formatRef(ref), bounds: place }, search.signal),
  );
  return (await Promise.all(areMapped)).filter(Boolean).length > 1;
}

/** Descendants of an element without bounds (the page of a GTK 4 stack, a scrolled viewport of GTK 3) may be anywhere. */
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
  /** `nowhere` for elements without bounds that are visible or may have visible children; null for invisible ones. */
  readonly place: Rect | 'nowhere' | null;
}

/**
 * The frontmost of several elements at the point, if their order is known; else the smallest, since the front element is rarely
 * larger. For a press in Firefox on an unresolved page, the last: it is drawn over the earlier ones, unless the page changes
 * the order.
 */
async function frontmost(search: Search, among: readonly Looked[]): Promise<Ref | null> {
  const { accessibles, frame, at, signal } = search;
  const there = among.filter((each): each is Looked & { readonly place: Rect } => isAt(each, at));
  const { missesBesideBody, firstOnTop } = frame.toolkit;
  const isPage = search.press && missesBesideBody;
  const smallestFirst = () => there.sort((a, b) => area(a.place) - area(b.place));
  const sorted = isPage ? there.reverse() : firstOnTop ? there : smallestFirst();
  for (const { ref, place } of frame.toolkit.hitsUnseen ? await pagesLast(search, sorted) : sorted) {
    const node = { runtimeId: formatRef(ref), bounds: place };
    if (!frame.toolkit.hidesByMiddle || (await isMapped(accessibles, frame, node, signal))) return ref;
  }
  return null;
}

/** Puts empty containers last: hidden pages have the same bounds as the visible one. */
async function pagesLast<T extends Looked>(
  { accessibles, signal }: Search,
  among: readonly T[],
): Promise<readonly T[]> {
  if (among.length < 2) return among;
  const isEmptyHere = await Promise.all(
    among.map(
      async ({ ref, role }) => pageHolders.has(role) && (await orElse(accessibles.childCount(ref, signal), 1)) === 0,
    ),
  );
  return [...among.filter((_, i) => !isEmptyHere[i]), ...among.filter((_, i) => isEmptyHere[i])];
}

function isAt({ place }: Looked, at: Point): boolean {
  return place !== null && place !== 'nowhere' && contains(place, at);
}

function isPlaced(place: Rect | 'unseen' | null | undefined): place is Rect {
  return typeof place === 'object' && place !== null;
}

/** A hidden tab may have a visible page. Content of a scroll pane is not visible outside it. */
function mayHoldMore({ place, role }: Looked): boolean {
  return place === 'nowhere' || (place !== null && !scrollPanes.has(role)) || role === pageTab;
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

/** Bounds of a visible element. */
async function look({ accessibles, frame, signal }: Search, ref: Ref): Promise<Looked> {
  const role = orElse(accessibles.role(ref, signal), 0);
  const place = role.then((known) => readPlace(accessibles, frame, { ref, role: known }, signal));
  const [found, states] = await Promise.all([
    orElse<Rect | 'unseen' | null>(place, null),
    orElse(accessibles.states(ref, signal), null),
  ]);
  const isSeen = found !== 'unseen' && states !== null && hasBit(states, frame.toolkit.seenBy);
  if (isSeen) return { ref, role: await role, place: found ?? 'nowhere' };
  // A menu that does not show is closed, as that of a drop-down list is.
  const isOnWay = (found === null && frame.toolkit.freesParts && (await role) !== menu) || (await role) === viewport;
  return { ref, role: await role, place: isOnWay ? 'nowhere' : null };
}
