import { center, isEmpty, type Point } from '#contract/model/geometry';
import type { RawNode } from '../../engine/backend.ts';
import type { Found } from './look.ts';

/** What to wait for, in Playwright's words; null where the tool may be tried. It looks itself, more closely. */
export function blockedBy({ states }: RawNode, unseen: boolean): string | null {
  // What is scrolled out of sight is scrolled into it.
  if (!unseen && !states.includes('visible') && !states.includes('offscreen')) return 'element is not visible';
  if (!states.includes('enabled')) return 'element is not enabled';
  return null;
}

export function isSeen({ states, bounds }: RawNode): boolean {
  return states.includes('visible') && (bounds === null || !isEmpty(bounds));
}

/** Where its middle is. @throws Error where it has no place */
export function placeOf({ node: { bounds } }: Found): Point {
  if (bounds && !isEmpty(bounds)) return center(bounds);
  throw new Error('The element has no place on the screen.');
}
