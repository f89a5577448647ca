import type { Collector } from '../lib/collector.ts';
import type { NamedBench } from '../lib/main.ts';

/** What a bench on Windows is given. */
export interface WindowsBenchContext {
  readonly collector: Collector;
  /** How many samples each contestant takes. */
  readonly rounds: number;
  /** The built script of the engine's process. */
  readonly engineEntry: string;
}

export type WindowsBench = NamedBench<WindowsBenchContext>;
