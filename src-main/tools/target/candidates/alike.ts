import type { ElementNode } from '#contract/model/elements/element';
import { sameRect } from '#contract/model/geometry';

/** An alternative selector and the one element it matches. */
export interface Vote {
  readonly selector: string;
  readonly element: ElementNode;
  /** Other elements match too: only a position chose this one. */
  readonly byPlace: boolean;
}

/**
 * Whether two looks found the same element. Some apps, such as Swing's, recreate their accessible elements for each client, so
 * objects may differ.
 */
export function alike(a: ElementNode, b: ElementNode): boolean {
  if (a.id === b.id) return true;
  const isSamePlace = a.bounds !== null && b.bounds !== null && sameRect(a.bounds, b.bounds);
  return isSamePlace && a.controlType === b.controlType && a.name === b.name;
}
