/** Deskscope itself; every other contestant is a peer. */
export const ours = 'Deskscope';

/** `ms` is better when small, `per s` when large; the other units count the result of one sample and are not compared. */
export type Unit = 'ms' | 'per s' | 'events' | 'calls' | 'kB' | 'tokens';

/** Processor time of one sample, in milliseconds: less affected by other load than elapsed time. */
export interface Cpu {
  /** Of the caller. */
  readonly own: number;
  /** Of the main thread of the app that answered. */
  readonly app: number;
}

/** One contestant performing one task several times. */
export interface Measurement {
  /** The subject, e.g. `gtk3-demo`. */
  readonly subject: string;
  /** The task, e.g. `first look`. */
  readonly task: string;
  readonly contestant: string;
  readonly unit: Unit;
  readonly samples: readonly number[];
  /** Number of items each sample found (nodes, windows, words), so that no contestant is fast by seeing less. */
  readonly found: readonly number[];
  /** Processor times where measured, one per sample. */
  readonly cpu: readonly Cpu[];
  /** What a reader must know to judge the figure; empty if none. */
  readonly note: string;
}

/** Measurements of one bench, and its failures. */
export interface BenchResult {
  readonly bench: string;
  readonly title: string;
  readonly measurements: readonly Measurement[];
  /** Sentences about failures and omissions. */
  readonly failures: readonly string[];
}
