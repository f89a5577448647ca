import type { ChildRange, RawNode } from '../../../../backend.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { maxChildren } from '../limits.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { seeBelow } from '../visibility/see.ts';
import { readRow } from './facts.ts';
import type { Frame } from '../frames/frame.ts';

/** Some children of an element, without their descendants. @throws DBusFailure if the element is gone */
export async function readPage(
  accessibles: Accessibles,
  frame: Frame,
  parent: Ref,
  range: ChildRange,
  signal: AbortSignal,
): Promise<readonly RawNode[]> {
  const refs = await childRefs(accessibles, frame, parent, range, signal);
  // An app may embed elements of another app, which belong to that app's tree.
  const own = refs.filter((ref) => ref?.bus === frame.ref.bus) as readonly Ref[];
  const rows = await Promise.all(
    own.map((ref) => orElse<RawNode | null>(readRow(accessibles, frame, ref, signal), null)),
  );
  const found = rows.filter((row) => row !== null);
  return seeBelow(accessibles, frame, parent, found, signal);
}

async function childRefs(
  accessibles: Accessibles,
  { toolkit }: Frame,
  parent: Ref,
  { offset, limit }: ChildRange,
  signal: AbortSignal,
): Promise<readonly (Ref | null)[]> {
  const count = await accessibles.childCount(parent, signal);
  const length = Math.max(0, Math.min(limit, count - offset));
  if (length === 0) return [];
  // The pages of stacks in GTK 4 are reachable by index only; their list contains the pages' children.
  if (count <= maxChildren && !toolkit.pagesByIndex)
    return (await accessibles.children(parent, signal)).slice(offset, offset + length);
  const indices = Array.from({ length }, (_, index) => offset + index);
  return Promise.all(indices.map((index) => orElse(accessibles.childAt(parent, index, signal), null)));
}
