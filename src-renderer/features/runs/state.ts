import type { StoreApi } from 'zustand/vanilla';
import type { CallDetails, OpenedRun, RerunOutcome, RunInfo } from '#contract/model/run';
import type { CallSummary, TreeChange } from '#contract/model/trace';
import type { CallFilter } from './calls/filter-calls.ts';

export const shots = ['before', 'target', 'after'] as const;
export type Shot = (typeof shots)[number];

export interface Draft {
  /** The arguments as JSON, while they are edited. */
  readonly text: string;
  /** What is wrong with them; empty where nothing is. */
  readonly problem: string;
  readonly running: boolean;
  readonly outcome: RerunOutcome | null;
}

export interface RunsData {
  /** Null until the list is there. */
  readonly runs: readonly RunInfo[] | null;
  readonly runsError: unknown;
  readonly warning: string;
  /** The id of the run that is shown. */
  readonly current: string | null;
  /** What is known of it beside its calls; null while it is read. */
  readonly opened: Pick<OpenedRun, 'info' | 'damaged' | 'complete'> | null;
  readonly openError: unknown;
  readonly calls: readonly CallSummary[];
  readonly filter: CallFilter;
  readonly selected: number | null;
  /** Of the selected call, or of the one before while that is read. */
  readonly details: CallDetails | null;
  readonly detailsError: unknown;
  readonly change: TreeChange | null;
  readonly shot: Shot;
  /** Addresses of pictures by their blobs; null for one that is missing. */
  readonly pictures: ReadonlyMap<string, string | null>;
  readonly draft: Draft | null;
  /** The run the user is asked about before it is removed. */
  readonly removing: RunInfo | null;
}

export interface RunsActions {
  readonly load: () => Promise<void>;
  readonly open: (run: string) => Promise<void>;
  /** Shows a call by its number in the log of calls. */
  readonly showLive: (logged: number) => Promise<void>;
  readonly setFilter: (filter: Partial<CallFilter>) => void;
  readonly select: (call: number | null) => void;
  readonly showShot: (shot: Shot) => void;
  /** Fetches a picture that is not there yet. */
  readonly needPicture: (blob: string) => Promise<void>;
  readonly edit: (text: string | null) => void;
  readonly rerun: () => Promise<void>;
  readonly exportZip: () => Promise<void>;
  readonly reveal: () => Promise<void>;
  readonly askRemove: (run: RunInfo | null) => void;
  readonly remove: () => Promise<void>;
  readonly copy: (text: string) => Promise<void>;
  /** Starts to follow the runs; returns the end. */
  readonly follow: () => () => void;
}

export type RunsState = RunsData & RunsActions;
export type RunsStore = StoreApi<RunsState>;

export function currentRun({ runs, current }: RunsData): RunInfo | null {
  return runs?.find(({ id }) => id === current) ?? null;
}

export function selectedCall({ calls, selected }: RunsData): CallSummary | null {
  return calls.find(({ call }) => call === selected) ?? null;
}
