import { z } from 'zod';
import type { WireError } from '../../errors.ts';
import type { AgentStepSummary, StoryEvent, ReportedEvent } from '../agents/agent-step.ts';
import type { RunEnding, RunKind, RunOrigin, TraceEventOf } from './trace.ts';

/** Export formats: our own zip, a readable page, or formats of other tools. */
export const runFormat = z.enum(['zip', 'html', 'atif', 'otlp', 'playwright']);
export type RunFormat = z.output<typeof runFormat>;

/** An entry of the list of runs. */
export interface RunInfo {
  /** Its id for requests; a page names no path. */
  readonly id: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
  /** Its folder or zip, for display. */
  readonly place: string;
  /** Null for an early version, which did not record it. */
  readonly kind: RunKind | null;
  /** It is being written. */
  readonly live: boolean;
  /** It is external; all others are the app's own, which retention deletes. */
  readonly opened: boolean;
  readonly calls: number;
  /** Milliseconds since the epoch; null for a live run, a crash, or an early version. */
  readonly ended: number | null;
  /** How it ended; null if `ended` is. */
  readonly outcome: RunEnding | null;
  /** Source of an imported run; null for our own. */
  readonly origin: RunOrigin | null;
}

export interface RunsState {
  /** Live ones first, then external ones, then the newest. */
  readonly runs: readonly RunInfo[];
  /** Important information, e.g. that the disk is full and nothing is traced; empty otherwise. */
  readonly warning: string;
}

/** JSON in UTF-8, as stored: large lists reach the page in a fraction of the time of a string. */
export type JsonBytes = Uint8Array;

export interface OpenedRun {
  readonly info: RunInfo;
  /** A list of `CallSummary`. */
  readonly calls: JsonBytes;
  /** A list of `AgentStepSummary`; empty without agents of ours. */
  readonly steps: JsonBytes;
  /** A list of `StoryEvent`, in order. */
  readonly story: JsonBytes;
  /** Number of unreadable lines. */
  readonly damaged: number;
  /** False for a live run, and after a crash. */
  readonly complete: boolean;
}

type Seen = TraceEventOf<'seen'>;

/** All trace data of one call. Missing parts were not written, or are pending. */
export interface CallDetails {
  readonly call: number;
  readonly before: TraceEventOf<'before'> | null;
  readonly after: TraceEventOf<'after'> | null;
  readonly seen: { readonly before: Seen | null; readonly after: Seen | null };
  /** In full, even if the trace's line was too short. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Trace location of a call. */
export interface CallPlace {
  readonly run: string;
  /** Its number there. */
  readonly call: number;
}

/** All trace data of one step of an agents' run. Texts and pictures are blobs. */
export interface AgentStepDetails {
  readonly summary: AgentStepSummary;
  /** In order. */
  readonly events: readonly ReportedEvent[];
}

/** An update of an agents' run: a changed step, or a new event. */
export type RunProgress = { readonly run: string } & (
  | { readonly step: AgentStepSummary }
  | { readonly story: StoryEvent }
);

/** Result of repeating a call. */
export interface RerunOutcome {
  readonly text: string;
  readonly elapsedMs: number;
  readonly error: WireError | null;
}
