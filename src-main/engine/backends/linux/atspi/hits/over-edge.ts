import { contains, intersect, type Point, type Rect } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import { isSeen } from '../../../../tree/seen.ts';
import { descend, pathTo } from '../../../../tree/walk.ts';

/** This close to an edge, pixels: at fractional scale factors, a press is rounded otherwise than Chromium's answer to a hit test. */
const blur = 1;

/**
 * The element that lies over the app's answer and ends at the point, if any: it may take the press.
 * @param root the tree of the window @param hitAt hit-tests another point
 * @returns that element, else the answer
 */
export async function overEdge(
  root: RawNode,
  at: Point,
  reported: string | null,
  hitAt: (at: Point) => Promise<string | null>,
): Promise<string | null> {
  const path = reported === null ? null : pathTo(root, reported);
  const under = path?.at(-1);
  if (!path || !under?.bounds) return reported;
  const own = new Set([...path, ...descend(under)]);
  for (const node of descend(root)) {
    if (own.has(node) || !isSeen(node) || !node.bounds) continue;
    const beyond = within(node.bounds, at);
    if (!beyond || !contains(under.bounds, beyond) || !overlap(node.bounds, under.bounds)) continue;
    const hit = await hitAt(beyond);
    if (hit !== null && pathTo(node, hit)) return node.runtimeId;
  }
  return reported;
}

/** The point moved into a rectangle that ends at it; null if it is not at its edge. */
function within({ x, y, width, height }: Rect, at: Point): Point | null {
  const around = { x: x - blur, y: y - blur, width: width + 2 * blur, height: height + 2 * blur };
  const inside = { x: x + blur, y: y + blur, width: width - 2 * blur, height: height - 2 * blur };
  if (inside.width <= 0 || inside.height <= 0 || !contains(around, at) || contains(inside, at)) return null;
  return {
    x: Math.min(Math.max(at.x, inside.x), inside.x + inside.width - 1),
    y: Math.min(Math.max(at.y, inside.y), inside.y + inside.height - 1),
  };
}

/** More than neighbours do whose bounds were rounded up. */
function overlap(a: Rect, b: Rect): boolean {
  const shared = intersect(a, b);
  return shared !== null && Math.min(shared.width, shared.height) > 2 * blur;
}
