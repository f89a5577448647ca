import type { Accessibles } from '../bus/accessibles.ts';
import type { NodeFacts } from './facts.ts';
import type { Frame } from '../frames/frame.ts';

/** The element of a query, its known facts, and how to query it. */
export interface Subject {
  readonly accessibles: Accessibles;
  readonly frame: Frame;
  readonly facts: NodeFacts;
  readonly signal: AbortSignal;
}
