import type { RawNode } from '../../../../backend.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { maxChildren } from '../limits.ts';
import { walkTree } from '../reading/walk.ts';
import { formatRef, parseRef, type Ref } from '../vocabulary/ref.ts';
import type { DirtyNodes } from './dirty-nodes.ts';
import { nodeIn } from './node-index.ts';
import type { Frame } from '../frames/frame.ts';

/** More elements than this that are new, and everything is read. */
const newPart = { depth: 64, maxNodes: 500 } as const;

/** What elements hold now: what they held before as it was then, and what is new read whole. */
export type Parts = ReadonlyMap<RawNode, readonly RawNode[]>;

/**
 * Reads what announced that it holds something else. Null where something new is in none of them, came from another
 * place of the tree, or is too much.
 * @throws the signal's reason where it aborts, BusUnavailable
 */
export async function readParts(
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
