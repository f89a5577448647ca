import type { Selector, SelectorGrade, SelectorKind } from '#contract/model/elements/selector';
import type { RawNode } from '../../backend.ts';

/** A selector that may name the element; whether it does is measured later. */
export interface Candidate {
  readonly selector: Selector;
  readonly kind: SelectorKind;
  readonly grade: SelectorGrade;
  /** Lower is better; the bands are in `scores.ts`. */
  readonly score: number;
}

/** The element and where it stands: `path` leads from the window's root to it, both included. */
export interface Subject {
  readonly root: RawNode;
  readonly target: RawNode;
  readonly path: readonly RawNode[];
}

export type Strategy = (subject: Subject) => readonly Candidate[];
