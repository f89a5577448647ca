import type { ElementId } from '#contract/model/elements/element';
import { area, contains, type Point } from '#contract/model/geometry';
import type { Entries } from '../entries.ts';

/**
 * The known element with the smallest box around a screen point (physical pixels); of two equal boxes the deeper one,
 * which was read later. Null where there is none.
 */
export function smallestAt(entries: Entries, at: Point): ElementId | null {
  let best: ElementId | null = null;
  let size = Infinity;
  for (const { node } of entries.values()) {
    if (!node.bounds || node.states.includes('offscreen') || !contains(node.bounds, at)) continue;
    const own = area(node.bounds);
    if (own > size) continue;
    best = node.id;
    size = own;
  }
  return best;
}
