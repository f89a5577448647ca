import { describeCriteria, type Target } from './locate.ts';

/** How a permission question names the element. */
export function describeWanted(wanted: Target): string {
  return wanted.element !== undefined
    ? `the element ${wanted.element}`
    : `the element with ${describeCriteria(wanted)}`;
}
