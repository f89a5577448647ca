import type { RawNode } from '../../../../backend.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { climb } from '../reading/climb.ts';
import { asOffscreen, readRow } from '../reading/facts.ts';
import { readPlace } from '../places/place.ts';
import { statesIn } from '../toolkits/meaning.ts';
import { formatRef, parseRef, sameRef, type Ref } from '../vocabulary/ref.ts';
import { roleName } from '../vocabulary/roles.ts';
import { beginsPopup, clipBy, findClipped, popupAround, showsThrough, type Clip, type Popup } from './clipped.ts';
import {
  hide,
  hideOutside,
  hideUndrawn,
  inSight,
  letsSee,
  nothingHidden,
  outOfSight,
  type Hidden,
} from './in-sight.ts';
import { findUnmapped, isMapped } from './unmapped.ts';
import type { Frame } from '../frames/frame.ts';

/** A tree as the user sees it, and the queries needed for it. */
export interface VisibleTree {
  readonly root: RawNode;
  readonly hidden: Hidden;
}

/**
 * The visible parts of a window's tree. The same nodes yield the same objects as before.
 * @throws the signal's reason on abort, BusUnavailable
 */
export async function see(
  accessibles: Accessibles,
  frame: Frame,
  root: RawNode,
  before: VisibleTree | null,
  signal: AbortSignal,
): Promise<VisibleTree> {
  // Out of time: returns the nodes with their reported states.
  const found = signal.aborted ? nothingHidden : await findHidden(accessibles, frame, root, signal);
  const hidden = before && sameHidden(before.hidden, found) ? before.hidden : found;
  return { root: inSight(root, hidden, frame.toolkit), hidden };
}

/** Same for a part of a tree: its ancestors may hide all of it. */
export async function seePart(
  accessibles: Accessibles,
  frame: Frame,
  root: RawNode,
  signal: AbortSignal,
): Promise<RawNode> {
  if (signal.aborted) return root;
  const parent = await parentIn(accessibles, frame, root, signal);
  if (parent && (await viewInto(accessibles, frame, parent, signal)).clip === 'nothing') return outOfSight(root);
  return (await see(accessibles, frame, root, null, signal)).root;
}

/** Rows of siblings as the user sees them; their ancestors are queried too. */
export async function seeBelow(
  accessibles: Accessibles,
  frame: Frame,
  parent: Ref,
  rows: readonly RawNode[],
  signal: AbortSignal,
): Promise<readonly RawNode[]> {
  if (!rows.some((row) => maySee(frame, row))) return rows;
  const view = await viewInto(accessibles, frame, parent, signal);
  if (view.clip === 'nothing') return rows.map(hide);
  const asked = await Promise.all(rows.map((row) => ask(accessibles, frame, row, signal)));
  return rows.map((row, index) => seen(frame, view, row, asked[index] as Asked));
}

/** The same for one element. */
export async function seeRow<T extends RawNode>(
  accessibles: Accessibles,
  frame: Frame,
  row: T,
  signal: AbortSignal,
): Promise<T> {
  if (frame.parts?.shows?.(parseRef(row.runtimeId))) return row;
  const parent = maySee(frame, row) ? await parentIn(accessibles, frame, row, signal) : null;
  if (!parent) return row;
  const [asked, view] = await Promise.all([
    ask(accessibles, frame, row, signal),
    viewInto(accessibles, frame, parent, signal),
  ]);
  return seen(frame, view, row, asked);
}

/** Same for a chain of elements, each containing the next. */
export async function seeChain(
  accessibles: Accessibles,
  frame: Frame,
  rows: readonly RawNode[],
  signal: AbortSignal,
): Promise<readonly RawNode[]> {
  const asked = await Promise.all(rows.map((row) => ask(accessibles, frame, row, signal)));
  let view = wholeView;
  return rows.map((row, index) => {
    const through = view;
    view = step(frame, through, row, asked[index] as Asked).into;
    return seen(frame, through, row, asked[index] as Asked);
  });
}

/** Null for the window's own frame. */
async function parentIn(
  accessibles: Accessibles,
  frame: Frame,
  row: RawNode,
  signal: AbortSignal,
): Promise<Ref | null> {
  const ref = parseRef(row.runtimeId);
  return sameRef(ref, frame.ref) ? null : ((await climb(accessibles, frame, ref, signal)).at(-1) ?? null);
}

/** The visible part of an element's content. */
interface View {
  readonly clip: Clip;
  readonly popup: Popup;
}

const wholeView: View = { clip: 'all', popup: null };

type Sight = Pick<RawNode, 'runtimeId' | 'role' | 'states' | 'bounds' | 'childCount'>;

/** Visibility facts that an element does not report itself. */
interface Asked {
  readonly isDrawn: boolean;
  readonly popup: Popup;
}

/** Whether an element, and which part of its content, is visible through `view`. */
function step({ toolkit, ref }: Frame, view: View, row: Sight, { isDrawn, popup }: Asked) {
  // A popup is a window of its own, not clipped by its element's ancestors.
  const isApart = beginsPopup(popup, view.popup) || toolkit.uncut.has(row.role);
  const clip = isApart && view.clip !== 'nothing' ? 'all' : view.clip;
  const isSeen = isDrawn && showsThrough(row, clip);
  const inside = row.runtimeId === formatRef(ref) ? clip : clipBy(toolkit, row, clip);
  // If hidden and clipped elements report the same states, the content is compared with the clip as well.
  const isOutside = toolkit.hidesOutside && isDrawn && !isSeen;
  const opened = isSeen && letsSee(row, toolkit) ? inside : 'nothing';
  const into: View = { clip: isOutside ? clip : opened, popup };
  return { isSeen, into };
}

/** The row as the user sees it through `view`. */
function seen<T extends RawNode>(frame: Frame, view: View, row: T, asked: Asked): T {
  if (!asked.isDrawn) return hideUndrawn(row);
  if (step(frame, view, row, asked).isSeen) return row;
  return isShown(row) || view.clip === 'nothing' ? hide(row) : hideOutside(row);
}

/** Combined over all ancestors. */
async function viewInto(accessibles: Accessibles, frame: Frame, ref: Ref, signal: AbortSignal): Promise<View> {
  const chain = [...(await climb(accessibles, frame, ref, signal)), ref];
  if (frame.toolkit.cutters.size === 0) {
    const open = await Promise.all(chain.map((each) => opens(accessibles, frame, each, signal)));
    return { ...wholeView, clip: open.every(Boolean) ? 'all' : 'nothing' };
  }
  const rows = await Promise.all(chain.map((each) => readSight(accessibles, frame, each, signal)));
  const asked = await Promise.all(rows.map((row) => ask(accessibles, frame, row, signal)));
  return rows.reduce((view, row, index) => step(frame, view, row, asked[index] as Asked).into, wholeView);
}

/** The facts of a row that decide whether its content is visible. @throws DBusFailure if the element is gone */
async function readSight(accessibles: Accessibles, frame: Frame, ref: Ref, signal: AbortSignal): Promise<Sight> {
  const [role, reported, childCount] = await Promise.all([
    accessibles.role(ref, signal),
    accessibles.states(ref, signal),
    orElse(accessibles.childCount(ref, signal), 0),
  ]);
  const place = await orElse(readPlace(accessibles, frame, { ref, role }, signal), null);
  const states = statesIn(frame.toolkit, { role, states: reported });
  const own = { runtimeId: formatRef(ref), role: roleName(role), childCount };
  return place === 'unseen' ? { ...own, states: asOffscreen(states), bounds: null } : { ...own, states, bounds: place };
}

/** Whether the content of an element can be visible, as far as the element itself decides. */
async function opens(accessibles: Accessibles, frame: Frame, ref: Ref, signal: AbortSignal): Promise<boolean> {
  const [role, states] = await Promise.all([accessibles.role(ref, signal), accessibles.states(ref, signal)]);
  return letsSee({ role: roleName(role), states: statesIn(frame.toolkit, { role, states }) }, frame.toolkit);
}

async function ask(accessibles: Accessibles, frame: Frame, row: Sight, signal: AbortSignal): Promise<Asked> {
  const [isDrawn, popup] = await Promise.all([draws(accessibles, frame, row, signal), popupAround(frame, row, signal)]);
  return { isDrawn, popup };
}

async function draws(accessibles: Accessibles, frame: Frame, row: Sight, signal: AbortSignal): Promise<boolean> {
  if (!frame.toolkit.hidesByMiddle || row.runtimeId === formatRef(frame.ref)) return true;
  if (row.bounds || row.childCount !== 1) return isMapped(accessibles, frame, row, signal);
  // A page has no bounds: its only child reports whether it is showing.
  const [held] = await orElse(accessibles.children(parseRef(row.runtimeId), signal), []);
  const content = held && (await orElse<RawNode | null>(readRow(accessibles, frame, held, signal), null));
  return !content || (isShown(content) && isMapped(accessibles, frame, content, signal));
}

/** Elements hidden regardless of their reported states. */
async function findHidden(accessibles: Accessibles, frame: Frame, root: RawNode, signal: AbortSignal): Promise<Hidden> {
  if (frame.toolkit.cutters.size === 0) return nothingHidden;
  const [clipped, unmapped] = await Promise.all([
    findClipped(frame, root, signal),
    frame.toolkit.hidesByMiddle ? findUnmapped(accessibles, frame, root, signal) : new Set<string>(),
  ]);
  return clipped.length + unmapped.size === 0
    ? nothingHidden
    : new Map([
        ...clipped.map(({ runtimeId }) => [runtimeId, 'clipped'] as const),
        ...[...unmapped].map((id) => [id, 'undrawn'] as const),
      ]);
}

/** Whether an element's visibility depends on its ancestors. */
function maySee({ toolkit }: Frame, row: RawNode): boolean {
  return isShown(row) || (toolkit.hidesOutside && row.bounds !== null);
}

function isShown({ states }: RawNode): boolean {
  return states.includes('visible');
}

function sameHidden(a: Hidden, b: Hidden): boolean {
  return a.size === b.size && [...a].every(([id, why]) => b.get(id) === why);
}
