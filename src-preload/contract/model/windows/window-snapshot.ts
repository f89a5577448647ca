import type { TreeChange } from '../runs/trace.ts';

/** A snapshot's facts about its window. */
export interface SnapshotOf {
  readonly title: string;
  readonly app: string;
  /** In milliseconds since the epoch. */
  readonly takenAt: number;
  readonly elements: number;
}

/** The difference of two snapshots, the earlier one first. */
export interface SnapshotComparison {
  readonly before: SnapshotOf;
  readonly after: SnapshotOf;
  readonly change: TreeChange;
}
