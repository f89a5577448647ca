import type { Accessibles } from '../bus/accessibles.ts';
import type { NodeFacts } from './facts.ts';
import type { Frame } from '../frames/frame.ts';

/** The element that a question is about, what is known of it already, and how to ask. */
export interface Subject {
  readonly accessibles: Accessibles;
  readonly frame: Frame;
  readonly facts: NodeFacts;
  readonly signal: AbortSignal;
}
