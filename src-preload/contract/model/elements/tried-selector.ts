import type { WindowId } from '../windows/window.ts';
import type { Rect } from '../geometry.ts';
import { type ElementNode, describeElement, type ElementId } from './element.ts';

/** What a selector finds in a window at this moment. */
export interface TriedSelector {
  readonly window: WindowId;
  /** At most {@link maxTried}, in tree order. */
  readonly matches: readonly ElementNode[];
  readonly total: number;
  /** If nothing matches: what nearly does, nearest first. */
  readonly near: readonly NearMiss[];
}

/** How many matches are reported and outlined: more say no more than their number. */
export const maxTried = 20;

/** An element that a selector nearly matches. */
export interface NearMiss {
  readonly element: ElementNode;
  /** What keeps it from matching, e.g. `its name is another`. */
  readonly why: string;
}

/** As the data of `element_not_found` lists it, in `near`. */
export interface NearElement {
  readonly id: ElementId;
  /** As the session of the call names it. */
  readonly ref: string;
  /** E.g. `Button “Save as”`. */
  readonly element: string;
  readonly why: string;
  readonly bounds: Rect | null;
}

/** `Nearest: Button “Save as” (its name is another).` */
export function nearestSentence(misses: readonly NearMiss[]): string {
  const listed = misses.map(({ element, why }) => `${describeElement(element)} (${why})`);
  return `Nearest: ${listed.join('; ')}.`;
}

/** What an error lists as near; empty if it lists nothing. */
export function nearElements(data: Readonly<Record<string, unknown>> | undefined): readonly NearElement[] {
  const near = data?.['near'];
  return Array.isArray(near) ? (near as readonly NearElement[]) : [];
}
