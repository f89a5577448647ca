import type { ElementDetails, ElementNode } from '#contract/model/elements/element';

/** What to enter, and how. */
export interface Filling {
  readonly text: string;
  /** Instead of what is there; else behind it. A terminal takes text at its cursor in any case. */
  readonly replace: boolean;
  /** As a person would, even if there is another way. */
  readonly byKeys?: boolean;
  /** Enter afterwards; a cell is committed by it in any case. */
  readonly pressEnter?: boolean;
}

export interface Filled {
  readonly field: EditField;
  /** The field was read back and holds the text; false if it cannot be read. */
  readonly verified: boolean;
  /** By keys. */
  readonly typed: boolean;
  /** Further notes. */
  readonly note?: string;
}
/** A field as it was looked at; one that nobody can look at has no patterns. */
export type EditField = ElementNode &
  Pick<ElementDetails, 'patterns' | 'toolkit' | 'text'> &
  Partial<Pick<ElementDetails, 'range'>>;
