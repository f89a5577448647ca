import type { Collector } from '../lib/collector.ts';

/** What a bench on Windows is given. */
export interface WindowsBenchContext {
  readonly collector: Collector;
  /** How many samples each contestant takes. */
  readonly rounds: number;
  /** The built script of the engine's process. */
  readonly engineEntry: string;
}

export interface WindowsBench {
  readonly name: string;
  /** A sentence that says what is done, and what the time covers. */
  readonly title: string;
  run(context: WindowsBenchContext): Promise<void>;
}
