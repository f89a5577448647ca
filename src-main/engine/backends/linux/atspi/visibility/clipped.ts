import { intersect, type Rect } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import { orElse } from '../bus/or-else.ts';
import { parseRef } from '../vocabulary/ref.ts';
import type { Frame } from '../frames/frame.ts';
import type { PartOffset } from '../places/offset.ts';

/** What shows only as much of its content as fits. */
const panes: ReadonlySet<string> = new Set(['scroll pane', 'viewport']);

function isPane({ role }: Pick<RawNode, 'role'>): boolean {
  return panes.has(role);
}

/** What of something can be seen: all of it, this part, or nothing. */
export type Clip = Rect | 'all' | 'nothing';

type Placed = Pick<RawNode, 'role' | 'bounds'>;

/** What can be seen of the content of an element that is itself seen through `clip`. */
export function clipBy({ role, bounds }: Placed, clip: Clip): Clip {
  if (!bounds || !isPane({ role }) || clip === 'nothing') return clip;
  return clip === 'all' ? bounds : (intersect(bounds, clip) ?? 'nothing');
}

/** Whether anything of an element can be seen. One without a place may hold what can. */
export function showsThrough({ bounds }: Placed, clip: Clip): boolean {
  if (clip === 'nothing') return false;
  return !bounds || clip === 'all' || intersect(bounds, clip) !== null;
}

/** Which open menu, popover or tool tip an element is in, known by what it counts from; null for what is in none. */
export type Popup = PartOffset | null;

export async function popupAround({ parts }: Frame, { runtimeId }: RawNode, signal: AbortSignal): Promise<Popup> {
  return parts && orElse<Popup>(parts.offsetOf(parseRef(runtimeId), signal), null);
}

/** Whether an element is a popup, or begins one, in what is in another popup or in none: a submenu is in its menu. */
export function beginsPopup(popup: Popup, around: Popup): boolean {
  if (popup === null || popup === around) return false;
  if (popup === 'nowhere' || around === 'nowhere' || around === null) return true;
  return popup.x !== around.x || popup.y !== around.y || popup.scale !== around.scale;
}

/**
 * The topmost elements that are scrolled out of what holds them. Popups are windows of their own, which nothing around
 * them clips: only what is clipped is asked which it is in.
 * @param clip what can be seen of the content of the root
 * @throws the signal's reason where it aborts
 */
export async function findClipped(
  frame: Frame,
  root: RawNode,
  signal: AbortSignal,
  clip: Clip = 'all',
): Promise<readonly RawNode[]> {
  const found = [...outsideOf(root, clip)];
  if (!frame.parts) return found.map(({ node }) => node);
  const clipped = found.map(async ({ node, within }) => {
    const [own, ...around] = await Promise.all([node, ...within].map((each) => popupAround(frame, each, signal)));
    const isAcross = around.map((popup) => beginsPopup(own ?? null, popup ?? null));
    if (!isAcross.some(Boolean)) return [node];
    const inside = within
      .filter((_, index) => !isAcross[index])
      .reduce<Clip>((seen, pane) => clipBy(pane, seen), 'all');
    return showsThrough(node, inside) ? findClipped(frame, node, signal, inside) : [node];
  });
  return (await Promise.all(clipped)).flat();
}

interface Outside {
  readonly node: RawNode;
  /** The panes around it, from the outermost on. */
  readonly within: readonly RawNode[];
}

function* outsideOf(node: RawNode, clip: Clip, within: readonly RawNode[] = []): Generator<Outside> {
  const inside = clipBy(node, clip);
  const panes = node.bounds && isPane(node) ? [...within, node] : within;
  for (const child of node.children ?? []) {
    if (!child.states.includes('visible')) continue;
    if (showsThrough(child, inside)) yield* outsideOf(child, inside, panes);
    else yield { node: child, within: panes };
  }
}
