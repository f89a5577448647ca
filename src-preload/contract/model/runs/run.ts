import { z } from 'zod';
import type { WireError } from '../../errors.ts';
import type { AgentStepSummary, StoryEvent, ReportedEvent } from '../agents/agent-step.ts';
import type { RunEnding, RunKind, RunOrigin, TraceEventOf } from './trace.ts';

/** What a run is exported to: our own zip, one page to read, or a format of others. */
export const runFormat = z.enum(['zip', 'html', 'atif', 'otlp', 'playwright']);
export type RunFormat = z.output<typeof runFormat>;

/** A run as the list of runs shows it. */
export interface RunInfo {
  /** What it is asked for by; a page names no path. */
  readonly id: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
  /** The folder or zip it is in, for a person. */
  readonly place: string;
  /** Null for one of an early version, which did not report. */
  readonly kind: RunKind | null;
  /** It is being written. */
  readonly live: boolean;
  /** It is of elsewhere; all others are this app's own, which retention removes one day. */
  readonly opened: boolean;
  readonly calls: number;
  /** Milliseconds since the epoch; null while it is live, and where a crash ended it or an early version wrote it. */
  readonly ended: number | null;
  /** How it ended; null if `ended` is. */
  readonly outcome: RunEnding | null;
  /** Where it was taken over from; null for a run of our own. */
  readonly origin: RunOrigin | null;
}

export interface RunsState {
  /** Those that are live first, then those of elsewhere, then the newest. */
  readonly runs: readonly RunInfo[];
  /** What the user must know, e.g. that the disk is full and nothing is traced; empty otherwise. */
  readonly warning: string;
}

/** JSON in UTF-8, as files have it: large lists pass the bridge to the page in a fraction of the time that a text takes. */
export type JsonBytes = Uint8Array;

export interface OpenedRun {
  readonly info: RunInfo;
  /** A list of `CallSummary`. */
  readonly calls: JsonBytes;
  /** A list of `AgentStepSummary`; empty if no agents of ours worked. */
  readonly steps: JsonBytes;
  /** A list of `StoryEvent`, in order. */
  readonly story: JsonBytes;
  /** Lines that could not be read. */
  readonly damaged: number;
  /** False for a live run, and for one that a crash ended. */
  readonly complete: boolean;
}

type Seen = TraceEventOf<'seen'>;

/** Everything a trace reports about one call. What is missing was not written, or is still being made. */
export interface CallDetails {
  readonly call: number;
  readonly before: TraceEventOf<'before'> | null;
  readonly after: TraceEventOf<'after'> | null;
  readonly seen: { readonly before: Seen | null; readonly after: Seen | null };
  /** Whole, even if a line of the trace was too short for them. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Where a call is traced. */
export interface CallPlace {
  readonly run: string;
  /** Its number there. */
  readonly call: number;
}

/** Everything that a trace reports about one step of an agents' run. Texts and pictures are blobs. */
export interface AgentStepDetails {
  readonly summary: AgentStepSummary;
  /** In order. */
  readonly events: readonly ReportedEvent[];
}

/** News of an agents' run: a step that changed, or one more event of its story. */
export type RunProgress = { readonly run: string } & (
  | { readonly step: AgentStepSummary }
  | { readonly story: StoryEvent }
);

/** What running a call again did. */
export interface RerunOutcome {
  readonly text: string;
  readonly elapsedMs: number;
  readonly error: WireError | null;
}
