import type { WindowId } from '../windows/window.ts';
import type { Rect } from '../geometry.ts';
import { type ElementNode, describeElement, type ElementId } from './element.ts';

/** Current matches of a selector in a window. */
export interface TriedSelector {
  readonly window: WindowId;
  /** At most {@link maxTried}, in tree order. */
  readonly matches: readonly ElementNode[];
  readonly total: number;
  /** Without matches: near misses, nearest first. */
  readonly near: readonly NearMiss[];
}

/** Maximum number of matches reported and outlined; the rest is counted. */
export const maxTried = 20;

/** A near miss of a selector. */
export interface NearMiss {
  readonly element: ElementNode;
  /** Why it does not match, e.g. `its name is another`. */
  readonly why: string;
}

/** An entry of `near` in the data of `element_not_found`. */
export interface NearElement {
  readonly id: ElementId;
  /** Its ref in the call's session. */
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

/** An error's near misses; empty if none. */
export function nearElements(data: Readonly<Record<string, unknown>> | undefined): readonly NearElement[] {
  const near = data?.['near'];
  return Array.isArray(near) ? (near as readonly NearElement[]) : [];
}
