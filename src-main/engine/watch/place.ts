import type { WindowInfo } from '#contract/model/window';
import type { RawNode } from '../backend.ts';
import type { EngineContext } from '../operation.ts';
import { graft } from '../tree/graft.ts';
import { chained } from '../tree/part.ts';
import { pathTo, wholeTree } from '../tree/walk.ts';
import { bounded } from './found.ts';
import { lookupMs } from './patience.ts';
import type { WarmView } from './warm-tree.ts';

/** Where in a tree something is. */
export interface Place {
  readonly root: RawNode;
  /** From the root to the element. */
  readonly path: readonly RawNode[];
  /** It was there when the window was last read; the app did not say whether it still was. */
  readonly unsure?: boolean;
}

/** As it was read before, where it was; else where it stands in what was, or by itself. */
export function placeOf(root: RawNode | null, path: readonly RawNode[]): Place {
  const known = root && pathTo(root, path.at(-1)?.runtimeId ?? '');
  if (root && known) return { root, path: known };
  const grown = (root && graft(root, path)) ?? chained(path);
  return { root: grown[0] as RawNode, path: grown };
}

/** The path to what is known to show there, where the app names only something around it. */
export function pathBelow(root: RawNode, reported: readonly RawNode[], seen: RawNode): readonly RawNode[] | null {
  const outer = reported.at(-1)?.runtimeId;
  if (outer === seen.runtimeId) return null;
  const path = pathTo(root, seen.runtimeId);
  return path?.some(({ runtimeId }) => runtimeId === outer) ? path : null;
}

export async function readPlace(
  context: EngineContext,
  view: WarmView,
  window: WindowInfo,
  runtimeId: string,
  signal: AbortSignal,
): Promise<Place | null> {
  const known = view.active?.id === window.id ? view.root : null;
  const grafted = known && (await bounded(context, lookupMs, () => graftInto(context, known, window, runtimeId)));
  if (grafted && (view.fresh || grafted.wasCut)) return grafted;
  const read = await bounded(context, lookupMs, () =>
    context.backend.elements.walk(window, null, { ...wholeTree, signal }),
  );
  const path = read && pathTo(read.root, runtimeId);
  return read && path ? { root: read.root, path } : grafted;
}

/** A tree may be cut where it is very large, as a sheet is: what is there is known by what it is in. */
async function graftInto(
  { backend: { elements } }: EngineContext,
  root: RawNode,
  window: WindowInfo,
  runtimeId: string,
): Promise<(Place & { readonly wasCut: boolean }) | null> {
  const [ancestors, element] = await Promise.all([
    elements.ancestors(window, runtimeId),
    elements.details(window, runtimeId),
  ]);
  const path = graft(root, [...ancestors, element]);
  const around = path?.at(-2);
  const wasCut = !!around && (around.children?.length ?? 0) < around.childCount;
  return path && { root: path[0], path, wasCut };
}
