import type { Engine } from '../../src-main/engine/engine.ts';
import type { Collector } from '../lib/collector.ts';
import type { NamedBench } from '../lib/main.ts';

/** What a bench is given. */
export interface BenchContext {
  /** Lists windows and nothing else: nothing that is measured goes through it. */
  readonly desk: Engine;
  readonly collector: Collector;
  /** How many samples each contestant takes. */
  readonly rounds: number;
  /** Only the app of that name, if one was asked for. */
  readonly app: string | null;
  /** The Electron that pages run in. */
  readonly electron: string;
  /** The built engine process, for the engine as a fork. */
  readonly engineEntry: string;
  readonly progress: (line: string) => void;
}

export type Bench = NamedBench<BenchContext>;
