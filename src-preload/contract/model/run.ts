import type { WireError } from '../errors.ts';
import type { TraceEventOf } from './trace.ts';

/** A run as the list of runs shows it. */
export interface RunInfo {
  /** What it is asked for by; a page names no path. */
  readonly id: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
  /** The folder or zip it is in, for a person. */
  readonly place: string;
  /** `kept`: one of this app's own, which retention removes one day; `opened`: of elsewhere. */
  readonly kind: 'live' | 'kept' | 'opened';
  readonly calls: number;
}

export interface RunsState {
  /** The live one first, then the newest. */
  readonly runs: readonly RunInfo[];
  /** What the user must know, e.g. that the disk is full and nothing is traced; empty otherwise. */
  readonly warning: string;
}

export interface OpenedRun {
  readonly info: RunInfo;
  /** A list of `CallSummary` as JSON: a text passes the bridge to the page in a fraction of the time. */
  readonly calls: string;
  /** Lines that could not be read. */
  readonly damaged: number;
  /** False for the live run, and for one that a crash ended. */
  readonly complete: boolean;
}

type Seen = TraceEventOf<'seen'>;

/** Everything a trace says about one call. What is missing was not written, or is still being made. */
export interface CallDetails {
  readonly call: number;
  readonly before: TraceEventOf<'before'> | null;
  readonly after: TraceEventOf<'after'> | null;
  readonly seen: { readonly before: Seen | null; readonly after: Seen | null };
  /** Whole, also where a line of the trace was too short for them. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** What running a call again did. */
export interface RerunOutcome {
  readonly text: string;
  readonly elapsedMs: number;
  readonly error: WireError | null;
}
