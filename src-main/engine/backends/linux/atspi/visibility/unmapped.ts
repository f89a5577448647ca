import type { RawNode } from '../../../../backend.ts';
import { center, intersect, type Rect } from '#contract/model/geometry';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { offsetFor, toUnits } from '../places/place.ts';
import { parseRef } from '../vocabulary/ref.ts';
import type { Frame } from '../frames/frame.ts';

/**
 * The undrawn elements of a tree, for a toolkit that reports them only on request (GTK 4: pages of stacks, notebooks,
 * revealers, libadwaita's view stacks and leaflets; rows scrolled out of a list, which keep their last drawn bounds): children
 * of pages and revealers, and overlapping siblings, are asked whether they contain their own centre.
 * @throws DBusFailure never; the signal's reason on abort
 */
export async function findUnmapped(
  accessibles: Accessibles,
  frame: Frame,
  root: RawNode,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const asked = [...unmappedCandidates(root)];
  const answers = await Promise.all(asked.map((node) => isMapped(accessibles, frame, node, signal)));
  const hidden = new Set(asked.filter((_, index) => !answers[index]).map(({ runtimeId }) => runtimeId));
  for (const page of pagesIn(root))
    if (page.children?.every((child) => !shows(child, hidden))) hidden.add(page.runtimeId);
  return hidden;
}

/** Whether the toolkit draws an element, whatever its bounds. True if the element has no bounds. */
export async function isMapped(
  accessibles: Accessibles,
  frame: Frame,
  { runtimeId, bounds }: Pick<RawNode, 'runtimeId' | 'bounds'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (!bounds) return true;
  const ref = parseRef(runtimeId);
  const offset = await orElse(offsetFor(frame, ref, signal), frame.offset);
  const { x, y } = toUnits(center(bounds), offset);
  return orElse(accessibles.contains(ref, x, y, signal), true);
}

type Placed = RawNode & { readonly bounds: Rect };

function* unmappedCandidates(node: RawNode): Generator<RawNode> {
  const children = (node.children ?? []).filter(({ states }) => states.includes('visible'));
  const placed = children.filter((child): child is Placed => child.bounds !== null);
  if (isPage(node) || mayReveal(node)) yield* placed;
  else for (const child of overlapping(placed)) if (child.childCount > 0) yield* withOnlyChildren(child);
  for (const child of children) yield* unmappedCandidates(child);
}

/** A covering element may be a revealer, which is showing while its child is hidden. */
function* withOnlyChildren(node: RawNode): Generator<RawNode> {
  yield node;
  const [only, ...others] = node.children ?? [];
  if (only?.bounds && others.length === 0) yield* withOnlyChildren(only);
}

/** In GTK 4, only pages are showing without bounds. */
function isPage({ states, bounds, children }: RawNode): boolean {
  return bounds === null && states.includes('visible') && !!children && children.length > 0;
}

/** A revealer is showing while its only child is hidden. */
function mayReveal({ role, name, children }: RawNode): boolean {
  return role === 'panel' && name === '' && children?.length === 1;
}

function* pagesIn(node: RawNode): Generator<RawNode> {
  if (isPage(node)) yield node;
  for (const child of node.children ?? []) yield* pagesIn(child);
}

/** Overlapping siblings. A list may have hundreds, so each is compared only with those that begin above its end. */
function overlapping(siblings: readonly Placed[]): ReadonlySet<Placed> {
  const downwards = [...siblings].sort((a, b) => a.bounds.y - b.bounds.y);
  const found = new Set<Placed>();
  for (const [index, upper] of downwards.entries()) {
    const end = upper.bounds.y + upper.bounds.height;
    for (let next = index + 1; next < downwards.length; next++) {
      const lower = downwards[next];
      if (!lower || lower.bounds.y >= end) break;
      if (intersect(upper.bounds, lower.bounds)) found.add(upper).add(lower);
    }
  }
  return found;
}

function shows({ runtimeId, states }: RawNode, hidden: ReadonlySet<string>): boolean {
  return states.includes('visible') && !hidden.has(runtimeId);
}
