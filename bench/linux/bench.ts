import type { Engine } from '../../src-main/engine/engine.ts';
import type { Collector } from '../lib/collector.ts';
import type { NamedBench } from '../lib/main.ts';

/** Context of a bench. */
export interface BenchContext {
  /** Only lists windows: nothing measured goes through it. */
  readonly desk: Engine;
  readonly collector: Collector;
  /** Number of samples per contestant. */
  readonly rounds: number;
  /** Only the app of this name, if given. */
  readonly app: string | null;
  /** The Electron that shows pages. */
  readonly electron: string;
  /** The built engine process, for the engine as a fork. */
  readonly engineEntry: string;
  readonly progress: (line: string) => void;
}

export type Bench = NamedBench<BenchContext>;
