import type { RawNode } from '../../../../backend.ts';
import { sameRect, type Rect } from '#contract/model/geometry';
import type { Accessibles } from '../bus/accessibles.ts';
import { isField } from '../reading/label.ts';
import { findDirtyNodes, type DirtyHints } from './dirty-nodes.ts';
import { readAgain, readPlaceAgain } from './read-again.ts';
import { readParts, type Parts } from './read-parts.ts';
import type { Frame } from '../frames/frame.ts';

/** More elements than this that moved by themselves, and it is no animation. */
const maxMoved = 20;

type Rows = ReadonlyMap<RawNode, RawNode | null>;

/**
 * The tree with the dirty rows read again, and what elements hold where they announced that; the same objects wherever
 * nothing changed. Null where more has changed, or may have: something appeared or left unannounced, moved with what is
 * around it, or too much is dirty.
 * @param cost questions that the whole reading took
 * @throws the signal's reason where it aborts, BusUnavailable
 */
export async function patchTree(
  accessibles: Accessibles,
  frame: Frame,
  root: RawNode,
  dirty: DirtyHints,
  cost: number,
  signal: AbortSignal,
): Promise<RawNode | null> {
  // Where one call tells most of a tree, all of it is reported as soon.
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
  if (!parents.every((parent) => onlyLeafMoved(parent, rows))) return null;
  return rows.size === 0 ? root : rebuild(root, rows, parts);
}

/** Fields whose label is called otherwise now; it alone has announced that. */
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
 * Whether an element stands, and all in it but one that has nothing in it, as a spinner that turns. A layout that puts
 * one element elsewhere moves those beside it, or the one around them, and with them what no one sees. Where two moved,
 * they may have changed places, which toolkits do not announce: their order is another then.
 */
function onlyLeafMoved(parent: RawNode | null, rows: Rows): boolean {
  if (!parent || !stays(parent, rows)) return false;
  const moved = (parent.children ?? []).filter((child) => !stays(child, rows));
  return moved.length <= 1 && moved.every((child) => isPlacedLeaf(child, rows.get(child)));
}

/** Whether it is where it was, with as many children, and as visible: then what is around it is as it was. */
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

/** Whether it is where it was and as visible, whatever it holds: then nothing around it had to move. */
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

/** The same list where it holds the same. */
function heldBy(node: RawNode, parts: Parts): RawNode['children'] {
  const held = parts.get(node);
  const before = node.children ?? [];
  const isSame = held?.length === before.length && held.every((child, index) => child === before[index]);
  return held && !isSame ? held : node.children;
}

/** The same list where none of them changed: most of a large tree is only passed through. */
function rebuildAll(nodes: readonly RawNode[], rows: Rows, parts: Parts): readonly RawNode[] {
  let changed: RawNode[] | null = null;
  for (const [index, node] of nodes.entries()) {
    const rebuilt = rebuild(node, rows, parts);
    if (rebuilt !== node) (changed ??= [...nodes])[index] = rebuilt;
  }
  return changed ?? nodes;
}
