import type { ElementNode } from '#contract/model/elements/element';

/** It is visible, and not off-screen. */
export function isSeen({ states }: Pick<ElementNode, 'states'>): boolean {
  return states.includes('visible') && !states.includes('offscreen');
}
