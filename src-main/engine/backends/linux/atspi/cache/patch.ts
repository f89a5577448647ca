import { sameRect, type Rect } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import { rowCharacters, shortened } from '../../../row-text.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { isField, mayHaveLabel, readLabel } from '../reading/label.ts';
import type { Frame } from '../frames/frame.ts';
import { orElse } from '../bus/or-else.ts';
import { readPlace } from '../places/place.ts';
import { rowOf, asOffscreen } from '../reading/facts.ts';
import { mayHaveId, readIdentity } from '../reading/identity.ts';
import { mayHoldText, readOwnText } from '../reading/own-text.ts';
import { isCalledByChoice, readChoice } from '../reading/choice.ts';
import { mayHavePlace, mayHaveValue, readRowFacts, readRowValue } from '../reading/row-facts.ts';
import { noValue, rowWithValue } from '../reading/value.ts';
import { parseRef, formatRef, type Ref } from '../vocabulary/ref.ts';
import { maxChildren } from '../limits.ts';
import { walkTree } from '../reading/walk.ts';
import { findDirtyNodes, type DirtyHints, type DirtyNodes } from './dirty-nodes.ts';
import { nodeIn } from './node-index.ts';

/** If more elements than this moved on their own, it is not an animation. */
const maxMoved = 20;

type Rows = ReadonlyMap<RawNode, RawNode | null>;

/**
 * The tree with dirty rows and changed children read again; unchanged nodes keep their identity. Null if more has or may have
 * changed: an element appeared or left unannounced or moved with its surroundings, or too much is dirty.
 * @param cost queries of the full read
 * @throws the signal's reason on abort, BusUnavailable
 */
export async function patchTree(
  accessibles: Accessibles,
  frame: Frame,
  root: RawNode,
  dirty: DirtyHints,
  cost: number,
  signal: AbortSignal,
): Promise<RawNode | null> {
  // If one call returns most of the tree, a full read is as fast.
  const isWalked = frame.toolkit.reading === 'walk';
  if (!isWalked && [...dirty.dirty.values()].includes('shape')) return null;
  const found = findDirtyNodes(root, frame.ref.bus, dirty, cost);
  const parts = found && (await readParts(accessibles, frame, root, found, signal));
  if (!parts) return null;
  const rows = new Map<RawNode, RawNode | null>();
  const read = async (nodes: readonly RawNode[], readOne = readAgain) => {
    const unread = nodes.filter((node) => !rows.has(node));
    const fresh = await Promise.all(unread.map((node) => readOne(accessibles, frame, node, signal)));
    for (const [index, node] of unread.entries()) rows.set(node, fresh[index] ?? null);
  };
  await Promise.all([read(found.rows.map(({ node }) => node)), read(found.places, readPlaceAgain)]);
  await read(fieldsOf(root, rows));
  if (![...parts.keys()].every((part) => isThere(part, rows.get(part)))) return null;
  const moved = found.rows.filter(({ node, mayMove }) => !mayMove && !parts.has(node) && !stays(node, rows));
  if (moved.length > maxMoved) return null;
  const parents = [...new Set(moved.map(({ parent }) => parent))];
  await read(parents.flatMap((parent) => (parent ? [parent, ...(parent.children ?? [])] : [])));
  if (!parents.every((parent) => onlyLeavesMoved(parent, rows))) return null;
  const several = parents.filter((parent) => parent !== null).filter((parent) => movedIn(parent, rows).length > 1);
  const kept = await Promise.all(several.map((parent) => keepsOrder(accessibles, parent, signal)));
  if (!kept.every(Boolean)) return null;
  return rows.size === 0 ? root : rebuild(root, rows, parts);
}

/** Fields whose label was renamed; only the label announces that. */
function fieldsOf(root: RawNode, rows: Rows): readonly RawNode[] {
  const before = new Set<string>();
  for (const [old, fresh] of rows) if (old.role === 'label' && fresh && fresh.name !== old.name) before.add(old.name);
  if (before.size === 0) return [];
  const below = (node: RawNode): RawNode[] => [
    ...(isField(node.role) && before.has(node.name) ? [node] : []),
    ...(node.children ?? []).flatMap(below),
  ];
  return below(root);
}

/**
 * Whether an element and its descendants stay in place, except for childless elements such as spinners. A layout that moves
 * elements moves their siblings or container too, and with them off-screen elements.
 */
function onlyLeavesMoved(parent: RawNode | null, rows: Rows): boolean {
  return (
    !!parent && stays(parent, rows) && movedIn(parent, rows).every((child) => isPlacedLeaf(child, rows.get(child)))
  );
}

function movedIn({ children = [] }: RawNode, rows: Rows): readonly RawNode[] {
  return children.filter((child) => !stays(child, rows));
}

/**
 * Whether an element lists the same children in the same order: two that moved may have changed places, which toolkits do not
 * announce.
 */
async function keepsOrder(accessibles: Accessibles, node: RawNode, signal: AbortSignal): Promise<boolean> {
  const { children: before = [], childCount } = node;
  if (childCount !== before.length || childCount > maxChildren) return false;
  const refs = await orElse(accessibles.children(parseRef(node.runtimeId), signal), []);
  return (
    refs.length === before.length && before.every(({ runtimeId }, i) => refs[i] && formatRef(refs[i]) === runtimeId)
  );
}

/** Whether bounds, child count and visibility are unchanged; if so, its surroundings are unchanged too. */
function stays(old: RawNode, rows: Rows): boolean {
  const fresh = rows.get(old);
  return !!fresh && alike(old, fresh) && samePlace(old.bounds, fresh.bounds);
}

function isPlacedLeaf(old: RawNode, fresh: RawNode | null | undefined): boolean {
  return !!fresh && alike(old, fresh) && fresh.childCount === 0 && old.bounds !== null && fresh.bounds !== null;
}

function alike(old: RawNode, fresh: RawNode): boolean {
  return fresh.childCount === old.childCount && sight(old) === sight(fresh);
}

/** Whether bounds and visibility are unchanged, whatever its children; if so, its surroundings did not move. */
function isThere(old: RawNode, fresh: RawNode | null | undefined): boolean {
  return !!fresh && sight(old) === sight(fresh) && samePlace(old.bounds, fresh.bounds);
}

function sight({ states }: RawNode): string {
  return `${states.includes('visible')} ${states.includes('offscreen')}`;
}

function samePlace(a: Rect | null, b: Rect | null): boolean {
  return a === null || b === null ? a === b : sameRect(a, b);
}

function sameRow(a: RawNode, b: RawNode): boolean {
  return (
    a.name === b.name &&
    a.value === b.value &&
    a.description === b.description &&
    a.automationId === b.automationId &&
    a.role === b.role &&
    a.controlType === b.controlType &&
    samePlace(a.bounds, b.bounds) &&
    a.states.length === b.states.length &&
    a.states.every((state, index) => state === b.states[index])
  );
}

function rebuild(node: RawNode, rows: Rows, parts: Parts): RawNode {
  const read = rows.get(node);
  const row = read && !sameRow(node, read) ? read : null;
  const held = heldBy(node, parts);
  const children = held && rebuildAll(held, rows, parts);
  if (!row && children === node.children) return node;
  const childCount = parts.has(node) ? (read?.childCount ?? 0) : (row ?? node).childCount;
  return { ...(row ?? node), childCount, ...(children && { children }) };
}

/** Returns the same list if the items are equal. */
function heldBy(node: RawNode, parts: Parts): RawNode['children'] {
  const held = parts.get(node);
  const before = node.children ?? [];
  const isSame = held?.length === before.length && held.every((child, index) => child === before[index]);
  return held && !isSame ? held : node.children;
}

/** Returns the same list if no item changed: most of a large tree is passed through unchanged. */
function rebuildAll(nodes: readonly RawNode[], rows: Rows, parts: Parts): readonly RawNode[] {
  let changed: RawNode[] | null = null;
  for (const [index, node] of nodes.entries()) {
    const rebuilt = rebuild(node, rows, parts);
    if (rebuilt !== node) (changed ??= [...nodes])[index] = rebuilt;
  }
  return changed ?? nodes;
}

/**
 * The current row of a node, without children; null if the element is gone.
 * @throws the signal's reason on abort, BusUnavailable
 */
function readAgain(accessibles: Accessibles, frame: Frame, old: RawNode, signal: AbortSignal): Promise<RawNode | null> {
  return orElse<RawNode | null>(readNow(accessibles, frame, old, signal), null);
}

/** Same, if only the bounds may differ. */
async function readPlaceAgain(
  accessibles: Accessibles,
  frame: Frame,
  old: RawNode,
  signal: AbortSignal,
): Promise<RawNode | null> {
  const place = await orElse(readPlace(accessibles, frame, { ref: parseRef(old.runtimeId) }, signal), null);
  return place === null || place === 'unseen' ? readAgain(accessibles, frame, old, signal) : { ...old, bounds: place };
}

async function readNow(accessibles: Accessibles, frame: Frame, old: RawNode, signal: AbortSignal): Promise<RawNode> {
  const facts = await readRowFacts(accessibles, frame.toolkit, parseRef(old.runtimeId), signal);
  const row = rowOf(frame, facts);
  const byChoice = isCalledByChoice(frame.toolkit, facts);
  const [place, identity, value, label, choice, own] = await Promise.all([
    mayHavePlace(frame, facts) ? orElse(readPlace(accessibles, frame, facts, signal), null) : null,
    mayHaveId(frame, facts) ? orElse(readIdentity(accessibles, frame, facts, signal), {}) : {},
    !byChoice && mayHaveValue(frame, facts)
      ? orElse(readRowValue(accessibles, frame, facts, signal), noValue)
      : noValue,
    !byChoice && mayHaveLabel(frame.toolkit, facts) ? readLabel(accessibles, frame, facts, signal) : '',
    byChoice ? readChoice(accessibles, frame, facts, signal) : {},
    mayHoldText(frame.toolkit, facts) ? readOwnText(accessibles, facts, rowCharacters, signal) : {},
  ]);
  const states = place === 'unseen' ? asOffscreen(row.states) : row.states;
  const name = label === '' ? row.name : shortened(label, rowCharacters);
  return {
    ...row,
    name,
    states,
    ...rowWithValue(states, value),
    ...identity,
    ...choice,
    ...own,
    bounds: place === 'unseen' ? null : place,
  };
}

/** Above this number of new elements, everything is read. */
const newPart = { depth: 64, maxNodes: 500 } as const;

/** Current children of elements: known ones keep their old subtree, new ones are read completely. */
type Parts = ReadonlyMap<RawNode, readonly RawNode[]>;

/**
 * Reads elements that announced changed children. Null if a new element is in none of them, was moved from another part of the
 * tree, or there are too many.
 * @throws the signal's reason on abort, BusUnavailable
 */
async function readParts(
  accessibles: Accessibles,
  frame: Frame,
  root: RawNode,
  { parts, unknown }: DirtyNodes,
  signal: AbortSignal,
): Promise<Parts | null> {
  const held = await Promise.all(parts.map((part) => readPart(accessibles, frame, root, part, signal)));
  const known = held.filter((children) => children !== null);
  if (known.length < parts.length) return null;
  const isThere = (id: string) => known.some((children) => children.some((child) => nodeIn(child, id)));
  if (!unknown.every(isThere)) return null;
  return new Map(parts.map((part, index) => [part, known[index] ?? []]));
}

async function readPart(
  accessibles: Accessibles,
  frame: Frame,
  root: RawNode,
  part: RawNode,
  signal: AbortSignal,
): Promise<readonly RawNode[] | null> {
  const ref = parseRef(part.runtimeId);
  const count = await orElse(accessibles.childCount(ref, signal), -1);
  if (count < 0 || count > maxChildren) return null;
  const refs = count === 0 ? [] : await orElse(accessibles.children(ref, signal), []);
  const before = new Map((part.children ?? []).map((child) => [child.runtimeId, child]));
  const own = refs.filter(({ bus }) => bus === frame.ref.bus);
  const children = await Promise.all(
    own.map(async (child) => before.get(formatRef(child)) ?? (await readNew(accessibles, frame, root, child, signal))),
  );
  return children.every((child) => child !== null) ? children : null;
}

async function readNew(
  accessibles: Accessibles,
  frame: Frame,
  root: RawNode,
  ref: Ref,
  signal: AbortSignal,
): Promise<RawNode | null> {
  if (nodeIn(root, formatRef(ref))) return null;
  const read = await orElse(walkTree(accessibles, frame, ref, { ...newPart, signal }), null);
  return read?.truncated === null ? read.root : null;
}
