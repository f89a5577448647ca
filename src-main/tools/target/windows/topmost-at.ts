import { center, contains, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';

/**
 * The topmost window at the middle of a place; none on the bare desktop.
 * @param place physical screen pixels
 */
export function topmostAt(topmostFirst: readonly WindowInfo[], place: Rect): WindowInfo | undefined {
  const middle = center(place);
  return topmostFirst.find(({ state, bounds }) => state !== 'minimized' && contains(bounds, middle));
}
