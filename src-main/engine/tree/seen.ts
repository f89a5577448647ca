import type { ElementNode } from '#contract/model/elements/element';

/** It is shown, and not scrolled or moved out of sight. */
export function isSeen({ states }: Pick<ElementNode, 'states'>): boolean {
  return states.includes('visible') && !states.includes('offscreen');
}
