import { sleep } from '../../../../../base/async/deadline.ts';
import { center, type Point } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import type { Frame } from '../frames/frame.ts';
import { toUnits } from '../places/place.ts';
import { parseRef, type Ref } from '../vocabulary/ref.ts';

/** How long a page takes to report what it held back, in milliseconds: 20 to 30 in Electron. */
const reportsMs = 40;

/** Pages that hold changes back, with a point of each in the units of its app. */
export type HeldPages = readonly (Point & { readonly ref: Ref })[];

/** The pages in a tree that may hold changes back, but for those in others. */
export function heldPages({ toolkit, offset, hits = offset }: Frame, root: RawNode): HeldPages {
  if (!toolkit.holdsChanges) return [];
  const pagesIn = (node: RawNode): HeldPages => {
    if (node.controlType !== 'Document') return (node.children ?? []).flatMap(pagesIn);
    return node.bounds ? [{ ref: parseRef(node.runtimeId), ...toUnits(center(node.bounds), hits) }] : [];
  };
  return pagesIn(root);
}

/** Makes pages report what they held back; seen with Electron: a page that was replaced just before, and idle since. */
export async function releaseChanges(accessibles: Accessibles, pages: HeldPages, signal: AbortSignal): Promise<void> {
  await Promise.all(pages.map(({ ref, x, y }) => orElse(accessibles.childAtPoint(ref, x, y, signal), null)));
  if (pages.length > 0) await sleep(reportsMs, signal);
}
