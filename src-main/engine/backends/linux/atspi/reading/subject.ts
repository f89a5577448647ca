import type { Accessibles } from '../bus/accessibles.ts';
import type { Frame } from '../frames/frames.ts';
import type { NodeFacts } from './facts.ts';

/** The element that a question is about, what is known of it already, and how to ask. */
export interface Subject {
  readonly accessibles: Accessibles;
  readonly frame: Frame;
  readonly facts: NodeFacts;
  readonly signal: AbortSignal;
}
