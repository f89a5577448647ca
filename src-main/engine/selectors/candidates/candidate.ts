import type { Selector, SelectorGrade, SelectorKind } from '#contract/model/elements/selector';
import type { RawNode } from '../../backend.ts';

/** A selector that may match the element; it is verified later. */
export interface Candidate {
  readonly selector: Selector;
  readonly kind: SelectorKind;
  readonly grade: SelectorGrade;
  /** Lower is better; `scores.ts` has the bands. */
  readonly score: number;
}

/** The element and its position: `path` leads from the window's root to it, both included. */
export interface Subject {
  readonly root: RawNode;
  readonly target: RawNode;
  readonly path: readonly RawNode[];
}

export type Strategy = (subject: Subject) => readonly Candidate[];
