import type { ElementNode } from './element.ts';
import type { NearMiss } from './near-miss.ts';
import type { WindowId } from '../windows/window.ts';

/** What a selector finds in a window at this moment. */
export interface TriedSelector {
  readonly window: WindowId;
  /** At most {@link maxTried}, in tree order. */
  readonly matches: readonly ElementNode[];
  readonly total: number;
  /** Where nothing matches: what nearly does, nearest first. */
  readonly near: readonly NearMiss[];
}

/** How many matches are told and outlined: more say no more than their number. */
export const maxTried = 20;
