import type { RawNode } from '../../../../backend.ts';
import { intersect, sameRect, type Rect } from '#contract/model/geometry';
import { DBusFailure } from '../../dbus/failure.ts';
import type { Accessibles } from '../accessibles.ts';
import { rowOf, withoutSight } from '../facts.ts';
import type { Frame } from '../frames.ts';
import { readPlace } from '../place.ts';
import { parseRef } from '../ref.ts';
import { mayHavePlace, mayHaveValue, readRowFacts, readRowValue } from '../row-facts.ts';

/** More rows than this in doubt, or this part of all, and reading everything is as good. */
const maxRows = 150;
const maxPart = 0.3;

export interface Doubt {
  /** Object paths that the app has announced something about. */
  readonly paths: ReadonlySet<string>;
  /** Screen pixels that were painted. */
  readonly areas: readonly Rect[];
}

/**
 * The tree with the rows in doubt read anew; the same objects wherever nothing changed. Null where more than rows has
 * changed, or may have: something moved, appeared, left, or too much is in doubt.
 */
export async function patchTree(
  accessibles: Accessibles,
  frame: Frame,
  root: RawNode,
  doubt: Doubt,
  signal: AbortSignal,
): Promise<RawNode | null> {
  const doubtful = findDoubtful(root, frame, doubt);
  if (!doubtful) return null;
  const read = await Promise.all(doubtful.map((node) => readAgain(accessibles, frame, node, signal)));
  const changed = new Map<RawNode, RawNode>();
  for (const [index, old] of doubtful.entries()) {
    const fresh = read[index];
    if (!fresh || !stands(old, fresh)) return null;
    if (!sameRow(old, fresh)) changed.set(old, fresh);
  }
  return changed.size === 0 ? root : rebuild(root, changed);
}

/** Null where they are too many. */
function findDoubtful(root: RawNode, frame: Frame, { paths, areas }: Doubt): readonly RawNode[] | null {
  const prefix = frame.ref.bus.length;
  const found: RawNode[] = [];
  let all = 0;
  const look = (node: RawNode, parentInDoubt: boolean) => {
    all++;
    const { bounds } = node;
    const painted = bounds ? areas.some((area) => intersect(area, bounds)) : parentInDoubt && areas.length > 0;
    const announced = paths.size > 0 && paths.has(node.runtimeId.slice(prefix));
    if (painted || announced) found.push(node);
    // What has no place may have been given one where its parent was painted; below it nothing shows before it does.
    for (const child of node.children ?? []) look(child, painted && bounds !== null);
  };
  look(root, false);
  return found.length > Math.min(maxRows, Math.max(20, all * maxPart)) ? null : found;
}

/** Null where it is gone. */
async function readAgain(
  accessibles: Accessibles,
  frame: Frame,
  old: RawNode,
  signal: AbortSignal,
): Promise<RawNode | null> {
  try {
    const facts = await readRowFacts(accessibles, frame.toolkit, parseRef(old.runtimeId), signal);
    const row = rowOf(frame, facts);
    const [place, value] = await Promise.all([
      mayHavePlace(frame, facts) ? readPlace(accessibles, frame, facts, signal).catch(refused) : null,
      mayHaveValue(facts) ? readRowValue(accessibles, facts, signal).catch(refused) : null,
    ]);
    const { automationId } = old;
    const states = place === 'unseen' ? withoutSight(row.states) : row.states;
    // Attributes were asked for both, and an element keeps them.
    const controlType = row.role === old.role ? old.controlType : row.controlType;
    return { ...row, automationId, controlType, value, states, bounds: place === 'unseen' ? null : place };
  } catch (error) {
    if (error instanceof DBusFailure) return null;
    throw error;
  }
}

function refused(error: unknown): null {
  if (error instanceof DBusFailure) return null;
  throw error;
}

/** Whether it is where it was, with as many children, and as visible: then what is around it is as it was. */
function stands(old: RawNode, fresh: RawNode): boolean {
  const sight = (node: RawNode) => `${node.states.includes('visible')} ${node.states.includes('offscreen')}`;
  return fresh.childCount === old.childCount && samePlace(old.bounds, fresh.bounds) && sight(old) === sight(fresh);
}

function samePlace(a: Rect | null, b: Rect | null): boolean {
  return a === null || b === null ? a === b : sameRect(a, b);
}

function sameRow(a: RawNode, b: RawNode): boolean {
  return (
    a.name === b.name &&
    a.value === b.value &&
    a.description === b.description &&
    a.role === b.role &&
    a.controlType === b.controlType &&
    a.states.length === b.states.length &&
    a.states.every((state, index) => state === b.states[index])
  );
}

function rebuild(node: RawNode, changed: ReadonlyMap<RawNode, RawNode>): RawNode {
  const children = node.children?.map((child) => rebuild(child, changed));
  const row = changed.get(node);
  const same = !children || children.every((child, index) => child === node.children?.[index]);
  if (!row && same) return node;
  return { ...(row ?? node), ...(node.children && { children: same ? node.children : children }) };
}
