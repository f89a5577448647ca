import type { RawNode } from '../../../../backend.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import type { Frame } from '../frames/frames.ts';
import { climb } from '../reading/climb.ts';
import { readRow, withoutSight } from '../reading/facts.ts';
import { statesIn } from '../toolkits/meaning.ts';
import { formatRef, parseRef, sameRef, type Ref } from '../vocabulary/ref.ts';
import { roleName } from '../vocabulary/roles.ts';
import { inSight, letsSee, outOfSight, type Hidden } from './in-sight.ts';
import { findUnmapped, isMapped, nothingHidden } from './unmapped.ts';

/** A tree as a person sees it, and what had to be asked for that. */
export interface Sight {
  readonly root: RawNode;
  readonly hidden: Hidden;
}

/**
 * What of a window's tree can be seen. What was seen before makes the same objects of the same nodes.
 * @throws the signal's reason where it aborts, BusUnavailable
 */
export async function see(
  accessibles: Accessibles,
  frame: Frame,
  root: RawNode,
  before: Sight | null,
  signal: AbortSignal,
): Promise<Sight> {
  // Time is up: what was read is told as it was said.
  const found = signal.aborted ? nothingHidden : await findUnmapped(accessibles, frame, root, signal);
  const hidden = before && sameSet(before.hidden, found) ? before.hidden : found;
  return { root: inSight(root, hidden), hidden };
}

/** The same for a part of a tree: what is around it may hide all of it. */
export async function seePart(
  accessibles: Accessibles,
  frame: Frame,
  root: RawNode,
  signal: AbortSignal,
): Promise<RawNode> {
  if (signal.aborted) return root;
  const parent = await parentIn(accessibles, frame, root, signal);
  if (parent && !(await isOpen(accessibles, frame, parent, signal))) return outOfSight(root);
  return (await see(accessibles, frame, root, null, signal)).root;
}

/** Rows of elements below one parent, as a person sees them: what is around them is asked too. */
export async function seeBelow(
  accessibles: Accessibles,
  frame: Frame,
  parent: Ref,
  rows: readonly RawNode[],
  signal: AbortSignal,
): Promise<readonly RawNode[]> {
  if (!rows.some(isShown)) return rows;
  if (!(await isOpen(accessibles, frame, parent, signal))) return rows.map(hide);
  return Promise.all(rows.map(async (row) => ((await draws(accessibles, frame, row, signal)) ? row : hide(row))));
}

/** The same for one element. */
export async function seeRow<T extends RawNode>(
  accessibles: Accessibles,
  frame: Frame,
  row: T,
  signal: AbortSignal,
): Promise<T> {
  const parent = isShown(row) ? await parentIn(accessibles, frame, row, signal) : null;
  if (!parent) return row;
  const [drawn, open] = await Promise.all([
    draws(accessibles, frame, row, signal),
    isOpen(accessibles, frame, parent, signal),
  ]);
  return drawn && open ? row : hide(row);
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

/** Whether what is in an element can be seen, for all that is around it. */
async function isOpen(accessibles: Accessibles, frame: Frame, ref: Ref, signal: AbortSignal): Promise<boolean> {
  const above = await climb(accessibles, frame, ref, signal);
  const open = await Promise.all([...above, ref].map((each) => opens(accessibles, frame, each, signal)));
  return open.every(Boolean);
}

/** The same for elements of which each holds the next. */
export async function seeChain(
  accessibles: Accessibles,
  frame: Frame,
  rows: readonly RawNode[],
  signal: AbortSignal,
): Promise<readonly RawNode[]> {
  const drawn = await Promise.all(rows.map((row) => draws(accessibles, frame, row, signal)));
  let open = true;
  return rows.map((row, index) => {
    open &&= drawn[index] === true;
    const seen = open ? row : hide(row);
    open &&= letsSee(row);
    return seen;
  });
}

/** Whether what is in an element can be seen, as far as it is its own to say. */
async function opens(accessibles: Accessibles, frame: Frame, ref: Ref, signal: AbortSignal): Promise<boolean> {
  if (frame.toolkit.hidesPages) {
    const row = await readRow(accessibles, frame, ref, signal);
    return letsSee(row) && draws(accessibles, frame, row, signal);
  }
  const [role, states] = await Promise.all([accessibles.role(ref, signal), accessibles.states(ref, signal)]);
  return letsSee({ role: roleName(role), states: statesIn(frame.toolkit, { role, states }) });
}

async function draws(accessibles: Accessibles, frame: Frame, row: RawNode, signal: AbortSignal): Promise<boolean> {
  if (!frame.toolkit.hidesPages || row.runtimeId === formatRef(frame.ref)) return true;
  if (row.bounds || row.childCount === 0) return isMapped(accessibles, frame, row, signal);
  // A page has no place: what it holds tells whether it shows.
  const [held] = await orElse(accessibles.children(parseRef(row.runtimeId), signal), []);
  const content = held && (await orElse<RawNode | null>(readRow(accessibles, frame, held, signal), null));
  return !content || (isShown(content) && isMapped(accessibles, frame, content, signal));
}

function isShown({ states }: RawNode): boolean {
  return states.includes('visible');
}

function hide<T extends RawNode>(row: T): T {
  return isShown(row) ? { ...row, states: withoutSight(row.states) } : row;
}

function sameSet(a: Hidden, b: Hidden): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}
