/** Ours; every other contestant is a peer that it is compared with. */
export const ours = 'Deskscope';

/** `ms` is better when small, `per s` when large; the others count what one sample took, and are not compared. */
export type Unit = 'ms' | 'per s' | 'events' | 'calls' | 'kB' | 'tokens';

/** Processor time of one sample, in milliseconds: less at the mercy of who else is at work than time itself. */
export interface Cpu {
  /** Of the caller. */
  readonly own: number;
  /** Of the app that answered, its main thread. */
  readonly app: number;
}

/** One contestant doing one thing several times. */
export interface Measurement {
  /** What was worked on, e.g. `gtk3-demo`. */
  readonly subject: string;
  /** What was done, e.g. `first look`. */
  readonly task: string;
  readonly contestant: string;
  readonly unit: Unit;
  readonly samples: readonly number[];
  /** How many things each sample found (nodes, windows, words), so that nobody is fast by seeing less. */
  readonly found: readonly number[];
  /** Where it was taken, one for each sample. */
  readonly cpu: readonly Cpu[];
  /** What a reader must know to judge the figure; empty if it speaks for itself. */
  readonly note: string;
}

/** What one bench measured, and what did not come to be. */
export interface BenchResult {
  readonly bench: string;
  readonly title: string;
  readonly measurements: readonly Measurement[];
  /** Sentences about what failed or was left out. */
  readonly failures: readonly string[];
}
