import type { ElementDetails, ElementNode } from '#contract/model/elements/element';

/** What to enter, and how. */
export interface Filling {
  readonly text: string;
  /** Instead of what is there; else behind it. A terminal takes text at its cursor in any case. */
  readonly replace: boolean;
  /** As a person would, though there may be another way. */
  readonly byKeys?: boolean;
  /** Enter afterwards; a cell is committed by it in any case. */
  readonly pressEnter?: boolean;
}

export interface Filled {
  readonly field: EditField;
  /** The field was read back and holds the text; false where it cannot be read. */
  readonly verified: boolean;
  /** By keys. */
  readonly typed: boolean;
  /** What else there is to say of it. */
  readonly note?: string;
}
/** A field as it was looked at; one that no one can look at has no patterns. */
export type EditField = ElementNode &
  Pick<ElementDetails, 'patterns' | 'toolkit' | 'text'> &
  Partial<Pick<ElementDetails, 'range'>>;
