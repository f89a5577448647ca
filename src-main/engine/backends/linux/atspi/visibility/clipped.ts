import { intersect, type Rect } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import { orElse } from '../bus/or-else.ts';
import { formatRef, parseRef } from '../vocabulary/ref.ts';
import type { Frame } from '../frames/frame.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import type { PartOffset } from '../places/offset.ts';

/** The visible part of an element: all, a part, or nothing. */
export type Clip = Rect | 'all' | 'nothing';

type Placed = Pick<RawNode, 'role' | 'bounds'>;
type Cutting = Pick<Toolkit, 'cutters' | 'uncut' | 'hidesOutside'>;

/** The visible part of an element's content, given the `clip` that the element is seen through. */
export function clipBy(
  { cutters, uncut }: Pick<Cutting, 'cutters' | 'uncut'>,
  { role, bounds }: Placed,
  clip: Clip,
): Clip {
  if (clip === 'nothing') return clip;
  if (uncut.has(role)) return 'all';
  if (!bounds || !cutters.has(role)) return clip;
  return clip === 'all' ? bounds : (intersect(bounds, clip) ?? 'nothing');
}

/** Whether any part of an element is visible. An element without bounds may have visible content. */
export function showsThrough({ bounds }: Placed, clip: Clip): boolean {
  if (clip === 'nothing') return false;
  return !bounds || clip === 'all' || intersect(bounds, clip) !== null;
}

/** The open menu, popover or tool tip that contains an element, known by its origin; null if none. */
export type Popup = PartOffset | null;

export async function popupAround(
  { parts }: Frame,
  { runtimeId }: Pick<RawNode, 'runtimeId'>,
  signal: AbortSignal,
): Promise<Popup> {
  return parts && orElse<Popup>(Promise.resolve(parts.offsetOf(parseRef(runtimeId), signal)), null);
}

/** Whether an element is, or begins, a popup inside another popup or none: a submenu is in its menu. */
export function beginsPopup(popup: Popup, around: Popup): boolean {
  if (popup === null || popup === around) return false;
  if (popup === 'nowhere' || around === 'nowhere' || around === null) return true;
  return popup.x !== around.x || popup.y !== around.y || popup.scale !== around.scale;
}

/**
 * The topmost elements that are scrolled out of their containers. Popups are windows of their own and are not clipped; only
 * clipped elements are checked for being in one. @param clip the visible part of the root's content @throws the signal's reason
 * when it aborts
 */
export async function findClipped(
  frame: Frame,
  root: RawNode,
  signal: AbortSignal,
  clip: Clip = 'all',
): Promise<readonly RawNode[]> {
  const { toolkit } = frame;
  // The window's frame does not clip: floating docks of Qt are in it, and lie beside it.
  const isWindow = root.runtimeId === formatRef(frame.ref);
  const found = [...outsideOf(toolkit, root, isWindow ? clip : clipBy(toolkit, root, clip))];
  if (!frame.parts) return found.map(({ node }) => node);
  const clipped = found.map(async ({ node, within }) => {
    const [own, ...around] = await Promise.all([node, ...within].map((each) => popupAround(frame, each, signal)));
    const isAcross = around.map((popup) => beginsPopup(own ?? null, popup ?? null));
    if (!isAcross.some(Boolean)) return [node];
    const inside = within
      .filter((_, index) => !isAcross[index])
      .reduce<Clip>((seen, pane) => clipBy(toolkit, pane, seen), 'all');
    return showsThrough(node, inside) ? findClipped(frame, node, signal, inside) : [node];
  });
  return (await Promise.all(clipped)).flat();
}

interface Outside {
  readonly node: RawNode;
  /** Its ancestor panes, outermost first. */
  readonly within: readonly RawNode[];
}

/** @param inside the visible part of the content of `node` */
function* outsideOf(
  toolkit: Cutting,
  node: RawNode,
  inside: Clip,
  within: readonly RawNode[] = [],
): Generator<Outside> {
  const panes = node.bounds && toolkit.cutters.has(node.role) ? [...within, node] : within;
  for (const child of node.children ?? []) {
    const isOutside = !showsThrough(child, inside);
    if (!child.states.includes('visible') && !(toolkit.hidesOutside && isOutside && child.bounds)) continue;
    if (toolkit.uncut.has(child.role) || !isOutside)
      yield* outsideOf(toolkit, child, clipBy(toolkit, child, inside), panes);
    else yield { node: child, within: panes };
  }
}
