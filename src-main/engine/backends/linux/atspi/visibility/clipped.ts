import { intersect, type Rect } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import { orElse } from '../bus/or-else.ts';
import type { Frame } from '../frames/frames.ts';
import { parseRef } from '../vocabulary/ref.ts';

/** What shows only as much of its content as fits. */
const panes: ReadonlySet<string> = new Set(['scroll pane', 'viewport']);

/** What of something can be seen: all of it, this part, or nothing. */
export type Clip = Rect | 'all' | 'nothing';

type Placed = Pick<RawNode, 'role' | 'bounds'>;

/** What can be seen of the content of an element that is itself seen through `clip`. */
export function clipBy({ role, bounds }: Placed, clip: Clip): Clip {
  if (!bounds || !panes.has(role) || clip === 'nothing') return clip;
  return clip === 'all' ? bounds : (intersect(bounds, clip) ?? 'nothing');
}

/** Whether anything of an element can be seen. One without a place may hold what can. */
export function showsThrough({ bounds }: Placed, clip: Clip): boolean {
  if (clip === 'nothing') return false;
  return !bounds || clip === 'all' || intersect(bounds, clip) !== null;
}

/** Whether an element is in an open menu, popover or tool tip that counts its places from elsewhere. */
export async function isInPopupOf({ parts }: Frame, { runtimeId }: RawNode, signal: AbortSignal): Promise<boolean> {
  return parts !== null && (await orElse(parts.offsetOf(parseRef(runtimeId), signal), null)) !== null;
}

/**
 * The topmost elements that are scrolled out of what holds them. Popups are windows of their own, which nothing around
 * them clips.
 * @throws the signal's reason where it aborts
 */
export async function findClipped(frame: Frame, root: RawNode, signal: AbortSignal): Promise<readonly RawNode[]> {
  const found = [...outsideOf(root, 'all')];
  if (!frame.parts) return found;
  const inPopups = await Promise.all(found.map((node) => isInPopupOf(frame, node, signal)));
  const popups = found.filter((_, index) => inPopups[index]);
  const below = await Promise.all(popups.map((node) => findClipped(frame, node, signal)));
  return [...found.filter((_, index) => !inPopups[index]), ...below.flat()];
}

function* outsideOf(node: RawNode, clip: Clip): Generator<RawNode> {
  const inside = clipBy(node, clip);
  for (const child of node.children ?? []) {
    if (!child.states.includes('visible')) continue;
    if (showsThrough(child, inside)) yield* outsideOf(child, inside);
    else yield child;
  }
}
