import type { ElementDetails, ElementNode } from '#contract/model/elements/element';

/** What to enter, and how. */
export interface Filling {
  readonly text: string;
  /** Replaces the content; otherwise appends. A terminal takes text at its cursor in any case. */
  readonly replace: boolean;
  /** By keys, even if there is another way. */
  readonly byKeys?: boolean;
  /** By keys where that adds nothing, since it was typed once: the empty field of a single line that has the focus. */
  readonly asTyped?: boolean;
  /** Presses Enter afterwards; a cell is committed by it in any case. */
  readonly pressEnter?: boolean;
}

export interface Filled {
  readonly field: EditField;
  /** The field was read back and has the text; false if it cannot be read. */
  readonly verified: boolean;
  /** By keys. */
  readonly typed: boolean;
  /** Further notes. */
  readonly note?: string;
}
/** A field and its patterns; without patterns if it could not be read. */
export type EditField = ElementNode &
  Pick<ElementDetails, 'patterns' | 'toolkit' | 'text'> &
  Partial<Pick<ElementDetails, 'range'>>;
