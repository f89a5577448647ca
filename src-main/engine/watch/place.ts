import type { WindowInfo } from '#contract/model/windows/window';
import type { RawNode } from '../backend.ts';
import type { EngineContext } from '../operations/operation.ts';
import { graft } from '../tree/graft.ts';
import { chained } from '../tree/part.ts';
import { pathTo, wholeTree } from '../tree/walk.ts';
import { bounded } from './found.ts';
import { unreadMs, lookupMs } from './lookup-timeouts.ts';
import type { LiveView } from './tree/earlier-views.ts';

/** The position of an element in a tree. */
export interface TreePath {
  readonly root: RawNode;
  /** From the root to the element. */
  readonly path: readonly RawNode[];
  /** It was there when the window was last read; the app has not confirmed it since. */
  readonly unsure?: boolean;
}

/** From the earlier reading if there is one; else located in its container, or without context. */
export function placeOf(root: RawNode | null, path: readonly RawNode[]): TreePath {
  const known = root && pathTo(root, path.at(-1)?.runtimeId ?? '');
  if (root && known) return { root, path: known };
  const grown = (root && graft(root, path)) ?? chained(path);
  return { root: grown[0] as RawNode, path: grown };
}

/** The path to an element known to be visible there, if the app names only an ancestor. */
export function pathBelow(root: RawNode, reported: readonly RawNode[], seen: RawNode): readonly RawNode[] | null {
  const outer = reported.at(-1)?.runtimeId;
  if (outer === seen.runtimeId) return null;
  const path = pathTo(root, seen.runtimeId);
  return path?.some(({ runtimeId }) => runtimeId === outer) ? path : null;
}

/** Position of an element that the app has named; null if the app does not report it, or no window shows it. */
export async function readPlace(
  context: EngineContext,
  view: LiveView,
  window: WindowInfo,
  runtimeId: string,
  signal: AbortSignal,
): Promise<TreePath | null> {
  const known = view.active?.id === window.id ? view.root : null;
  // Queried at once: sheets create new cells, so this one may be gone once the window is read.
  const way = await bounded(context, lookupMs, () => wayTo(context, window, runtimeId));
  const grafted = known && way && graftInto(known, way);
  if (grafted && (view.fresh || grafted.wasCut)) return grafted;
  // The app identified the element in time; locating it may take as long as reading the window.
  const read = await readWindow(context, window, known ? lookupMs : unreadMs, signal);
  const path = read && pathTo(read.root, runtimeId);
  if (read && path) return { root: read.root, path };
  if (grafted) return grafted;
  const cut = read && way && graftInto(read.root, way);
  return cut?.wasCut ? cut : null;
}

/** The same, read again: the earlier reading has it on a page that was hidden then. Null if that takes too long. */
export async function readAgain(
  context: EngineContext,
  window: WindowInfo,
  runtimeId: string,
  signal: AbortSignal,
): Promise<TreePath | null> {
  const read = await readWindow(context, window, lookupMs, signal);
  const path = read && pathTo(read.root, runtimeId);
  return read && path ? { root: read.root, path } : null;
}

/** Null if that takes longer than `limitMs`. */
function readWindow(context: EngineContext, window: WindowInfo, limitMs: number, signal: AbortSignal) {
  const { elements } = context.backend;
  return bounded(context, limitMs, (limit) => elements.walk(window, null, { ...wholeTree, signal: limit }), signal);
}

async function wayTo(
  { backend: { elements } }: EngineContext,
  window: WindowInfo,
  runtimeId: string,
): Promise<readonly RawNode[]> {
  const [ancestors, element] = await Promise.all([
    elements.ancestors(window, runtimeId),
    elements.details(window, runtimeId),
  ]);
  return [...ancestors, element];
}

/** Very large trees, such as sheets, are truncated: then the container identifies the element. */
function graftInto(root: RawNode, way: readonly RawNode[]): (TreePath & { readonly wasCut: boolean }) | null {
  const path = graft(root, way);
  const around = path?.at(-2);
  const wasCut = !!around && (around.children?.length ?? 0) < around.childCount;
  return path && { root: path[0], path, wasCut };
}
