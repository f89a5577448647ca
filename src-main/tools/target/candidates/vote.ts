import type { ElementNode } from '#contract/model/elements/element';

/** An alternative selector and the one element it matches. */
export interface Vote {
  readonly selector: string;
  readonly element: ElementNode;
  /** The selector fits others too: only a place chose this one. */
  readonly byPlace: boolean;
}
