import type { Collector } from '../lib/collector.ts';
import type { NamedBench } from '../lib/main.ts';

/** Context of a bench on Windows. */
export interface WindowsBenchContext {
  readonly collector: Collector;
  /** Number of samples per contestant. */
  readonly rounds: number;
  /** Built script of the engine process. */
  readonly engineEntry: string;
}

export type WindowsBench = NamedBench<WindowsBenchContext>;
