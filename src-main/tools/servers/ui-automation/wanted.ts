import { describeCriteria, type Target } from './locate.ts';
import { word } from '#contract/foreign-text';

/** How a permission question names the element. */
export function describeWanted(wanted: Target): string {
  return wanted.element !== undefined
    ? `the element ${word(wanted.element)}`
    : `the element with ${describeCriteria(wanted)}`;
}
