import { hasState, type ElementNode } from '#contract/model/element';
import { isEmpty } from '#contract/model/geometry';

/** It is shown, has a place, and is not scrolled out of sight. */
export function isInView(element: ElementNode): boolean {
  const { bounds } = element;
  return hasState(element, 'visible') && !hasState(element, 'offscreen') && bounds !== null && !isEmpty(bounds);
}
