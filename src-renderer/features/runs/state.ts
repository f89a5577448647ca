import type { StoreApi } from 'zustand/vanilla';
import type { AgentStepSummary, StoryEvent } from '#contract/model/agents/agent-step';
import type { ComparedSteps, Explanation, StepLocation, RunComparison } from '#contract/model/runs/run-analysis';
import type {
  AgentStepDetails,
  CallDetails,
  OpenedRun,
  RerunOutcome,
  RunFormat,
  RunInfo,
} from '#contract/model/runs/run';
import type { CallSummary, TreeChange } from '#contract/model/runs/trace';
import type { CallFilter } from './calls/filter-calls.ts';
import type { FoundRuns, RunFilter } from './runs/filter-runs.ts';
import type { StepFilter } from './steps/filter-steps.ts';

export const shots = ['saw', 'before', 'target', 'after'] as const;
export type Shot = (typeof shots)[number];

export type StepTab = 'saw' | 'prompt' | 'answer' | 'action' | 'timing';

/** What is in front above the list: pictures, or how an agents' run stood then. */
export const fronts = ['picture', 'states', 'plan', 'blackboard'] as const;
export type Front = (typeof fronts)[number];

export type ComparedShot = 'before' | 'after';

export interface Draft {
  /** The arguments as JSON, while they are edited. */
  readonly text: string;
  /** What is wrong with them; empty if nothing is. */
  readonly problem: string;
  readonly running: boolean;
  readonly outcome: RerunOutcome | null;
}

/** A step that the user wants to do again. */
export interface Again {
  readonly step: number;
  /** As the model wrote it, or as a person edited it; empty if there was none. */
  readonly answer: string;
  readonly model: string;
  readonly starting: boolean;
}

/** What the run that is open is put next to. */
export interface ComparedWith {
  /** Of a run; empty for a recording. */
  readonly id: string;
  readonly title: string;
}

/** The run that is open next to another one, or to a recording. */
export interface Comparing {
  readonly other: ComparedWith;
  /** Null while it is made. */
  readonly comparison: RunComparison | null;
  /** The index of the chosen pair. */
  readonly pair: number;
  /** All about it, or about the one before while that is read. */
  readonly comparedDetails: ComparedSteps | null;
  readonly error: unknown;
}

export interface RunsData {
  /** Null until the list is there. */
  readonly runs: readonly RunInfo[] | null;
  readonly runsError: unknown;
  readonly warning: string;
  readonly runFilter: RunFilter;
  /** Where the words of the filter are in what happened in runs. */
  readonly found: FoundRuns;
  /** Runs are being read for them. */
  readonly searching: boolean;
  /** How many runs there was no time to read for them. */
  readonly unread: number;
  /** The id of the run that is shown. */
  readonly current: string | null;
  /** What is known of it beside its calls; null while it is read. */
  readonly opened: Pick<OpenedRun, 'info' | 'damaged' | 'complete'> | null;
  readonly openError: unknown;
  /** Why it failed; null if it did not, and while that is not known. */
  readonly why: Explanation | null;
  readonly calls: readonly CallSummary[];
  readonly filter: CallFilter;
  /** The number of the chosen call. */
  readonly selected: number | null;
  /** Of the selected call, or of the one before while that is read. */
  readonly details: CallDetails | null;
  readonly detailsError: unknown;
  readonly change: TreeChange | null;
  /** Which picture of a call is shown, and which of a step. */
  readonly shot: Exclude<Shot, 'saw'>;
  readonly stepShot: Shot;
  readonly front: Front;
  /** Of an agents' run; empty for any other. */
  readonly steps: readonly AgentStepSummary[];
  readonly story: readonly StoryEvent[];
  readonly stepFilter: StepFilter;
  /** Rows of the list of steps that are folded otherwise than at first. */
  readonly toggled: ReadonlySet<string>;
  /** The row of a round or a sub-task that is chosen. */
  readonly part: string | null;
  /** The number of the chosen step, or of the one that the chosen call belongs to. */
  readonly step: number | null;
  /** Of the chosen step, or of the one before while that is read. */
  readonly stepDetails: AgentStepDetails | null;
  /** The calls that its actions made. */
  readonly stepCalls: readonly CallDetails[];
  /** What each of them changed in its window, by its number. */
  readonly stepChanges: ReadonlyMap<number, TreeChange>;
  readonly stepError: unknown;
  readonly stepTab: StepTab;
  /** Addresses of pictures by their blobs; null for one that is missing. */
  readonly pictures: ReadonlyMap<string, string | null>;
  /** Texts by their blobs; null for one that is missing. */
  readonly texts: ReadonlyMap<string, string | null>;
  readonly draft: Draft | null;
  /** The user is asked what is to change. */
  readonly again: Again | null;
  /** The user is asked which run the open one is compared with. */
  readonly choosing: boolean;
  readonly comparing: Comparing | null;
  readonly comparedShot: ComparedShot;
  /** The run the user is asked about before it is removed. */
  readonly removing: RunInfo | null;
}

export interface RunsActions {
  readonly load: () => Promise<void>;
  readonly open: (run: string) => Promise<void>;
  /** Of the run that is open. */
  readonly readWhy: () => Promise<void>;
  /** Shows a call by its number in the log of calls. */
  readonly showLive: (logged: number) => Promise<void>;
  readonly setRunFilter: (filter: Partial<RunFilter>) => void;
  /** Reads runs for the words of the filter, from where the last search had to end. */
  readonly search: () => Promise<void>;
  readonly setFilter: (filter: Partial<CallFilter>) => void;
  readonly select: (call: number | null) => void;
  readonly selectStep: (step: number) => void;
  /** Nothing is chosen: what is shown of a live run is how it stands now. */
  readonly unselect: () => void;
  readonly selectPart: (part: string) => void;
  readonly toggleRow: (row: string, open: boolean) => void;
  readonly setStepFilter: (filter: Partial<StepFilter>) => void;
  readonly showStepTab: (tab: StepTab) => void;
  readonly showShot: (shot: Shot) => void;
  readonly showFront: (front: Front) => void;
  /** Fetches a picture that is not there yet, of the run that is open unless another is named. */
  readonly needPicture: (blob: string, run?: string) => Promise<void>;
  /** Fetches a text that is not there yet. */
  readonly needText: (blob: string) => Promise<void>;
  readonly edit: (text: string | null) => void;
  readonly rerun: () => Promise<void>;
  /** Asks what is to be otherwise when the chosen step is done again. */
  readonly askAgain: () => Promise<void>;
  /** @param change `answer` in place of what the model answered; null to ask the model again */
  readonly doAgain: (change: { readonly answer: string | null; readonly model: string }) => Promise<void>;
  readonly endAgain: () => void;
  readonly askCompare: (choosing: boolean) => void;
  /** Puts the run that is open next to another one, at the first place where they part. */
  readonly compare: (other: ComparedWith) => Promise<void>;
  /** The same with a recording, which the user chooses. */
  readonly compareRecording: () => Promise<void>;
  readonly endCompare: () => void;
  readonly selectPair: (pair: number) => Promise<void>;
  readonly showCompared: (shot: ComparedShot) => void;
  /** Leaves the comparison for a place in one of its runs. */
  readonly goTo: (run: string, place: StepLocation) => Promise<void>;
  readonly exportAs: (format: RunFormat) => Promise<void>;
  /** What was done in it becomes a recording, which is shown. */
  readonly openAsRecording: () => Promise<void>;
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

export function chosenStep({ steps, step }: RunsData): AgentStepSummary | null {
  return steps.find((one) => one.step === step) ?? null;
}
