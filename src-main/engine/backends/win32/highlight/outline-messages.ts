import type { Rect } from '#contract/model/geometry';
import type { BorderRectangle } from './border-rectangles.ts';

/** One side of an outline, or a label on red next to its box and entirely on the screen. */
export type OutlinePart = BorderRectangle | LabelPart;

export interface LabelPart {
  readonly text: string;
  readonly box: Rect;
  readonly screen: Rect;
  /** Its monitor's scale relative to 96 dots per inch. */
  readonly scale: number;
  /** Omitted where it would touch one of these. */
  readonly keepClear: readonly Rect[];
}

/** Requests to the pump: show exactly these, or temporarily hide the current ones. */
export type OutlineInput = { readonly parts: readonly OutlinePart[] } | { readonly hidden: boolean };

export interface OutlineAnswer {
  /** Excluded from captures. */
  readonly excluded: boolean;
}
