import type { Rect } from '#contract/model/geometry';
import type { BorderRectangle } from './border-rectangles.ts';

/** One side of an outline, or a text on red beside its box and wholly on the screen. */
export type OutlinePart = BorderRectangle | LabelPart;

export interface LabelPart {
  readonly text: string;
  readonly box: Rect;
  readonly screen: Rect;
  /** How many times 96 dots per inch its monitor has. */
  readonly scale: number;
  /** Where it would touch one of these it is left out. */
  readonly keepClear: readonly Rect[];
}

/** What the pump is asked: to show these and nothing else, or to take away for a moment what is shown. */
export type OutlineInput = { readonly parts: readonly OutlinePart[] } | { readonly hidden: boolean };

export interface OutlineAnswer {
  /** Captures show the screen without them. */
  readonly excluded: boolean;
}
