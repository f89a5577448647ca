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
import type { Zoom } from '../../ui/picture/zoom.ts';
import type { CallFilter } from './calls/filter-calls.ts';
import type { FoundRuns, RunFilter } from './runs/filter-runs.ts';
import type { StepFilter } from './steps/filter-steps.ts';

export const shots = ['saw', 'before', 'target', 'after'] as const;
export type Shot = (typeof shots)[number];

export type StepTab = 'saw' | 'prompt' | 'answer' | 'action' | 'timing';

/** Content above the list: pictures, or the agents' state. */
export const fronts = ['picture', 'states', 'plan', 'blackboard'] as const;
export type Front = (typeof fronts)[number];

export type ComparedShot = 'before' | 'after';

export interface Draft {
  /** The arguments as JSON, while they are edited. */
  readonly text: string;
  /** Problem with the arguments; empty if none. */
  readonly problem: string;
  readonly running: boolean;
  readonly outcome: RerunOutcome | null;
}

/** A step the user wants to repeat. */
export interface Again {
  readonly step: number;
  /** The model's answer, or the user's edit; empty if none. */
  readonly answer: string;
  readonly model: string;
  readonly starting: boolean;
}

/** The side the open run is compared with. */
export interface ComparedWith {
  /** Of a run; empty for a recording. */
  readonly id: string;
  readonly title: string;
}

/** Comparison of the open run with another, or with a recording. */
export interface Comparing {
  readonly other: ComparedWith;
  /** Null while pending. */
  readonly comparison: RunComparison | null;
  /** Index of the selected pair. */
  readonly pair: number;
  /** Its details, or the previous pair's while loading. */
  readonly comparedDetails: ComparedSteps | null;
  readonly error: unknown;
}

export interface RunsData {
  /** Null until loaded. */
  readonly runs: readonly RunInfo[] | null;
  readonly runsError: unknown;
  readonly warning: string;
  readonly runFilter: RunFilter;
  /** Matches of the filter's words in the runs' content. */
  readonly found: FoundRuns;
  /** Runs are being searched. */
  readonly searching: boolean;
  /** Number of runs not searched for lack of time. */
  readonly unread: number;
  /** Id of the shown run. */
  readonly current: string | null;
  /** Its facts beside its calls; null while loading. */
  readonly opened: Pick<OpenedRun, 'info' | 'damaged' | 'complete'> | null;
  readonly openError: unknown;
  /** Why it failed; null if it did not, and until known. */
  readonly why: Explanation | null;
  readonly calls: readonly CallSummary[];
  readonly filter: CallFilter;
  /** Number of the selected call. */
  readonly selected: number | null;
  /** The selected call's details, or the previous call's while loading. */
  readonly details: CallDetails | null;
  readonly detailsError: unknown;
  readonly change: TreeChange | null;
  /** Which picture of a call is shown, and which of a step. */
  readonly shot: Exclude<Shot, 'saw'>;
  readonly stepShot: Shot;
  readonly front: Front;
  /** Of all pictures, so that they are compared at the same place. */
  readonly zoom: Zoom;
  /** Of an agents' run; empty for any other. */
  readonly steps: readonly AgentStepSummary[];
  readonly story: readonly StoryEvent[];
  readonly stepFilter: StepFilter;
  /** Rows of the list of steps whose default expansion was toggled. */
  readonly toggled: ReadonlySet<string>;
  /** The selected row of a round or a sub-task. */
  readonly part: string | null;
  /** Number of the selected step, or of the selected call's step. */
  readonly step: number | null;
  /** The selected step's details, or the previous step's while loading. */
  readonly stepDetails: AgentStepDetails | null;
  /** Calls of its actions. */
  readonly stepCalls: readonly CallDetails[];
  /** Changes by each of them in its window, by number. */
  readonly stepChanges: ReadonlyMap<number, TreeChange>;
  readonly stepError: unknown;
  readonly stepTab: StepTab;
  /** Picture URLs by blob; null if missing. */
  readonly pictures: ReadonlyMap<string, string | null>;
  /** Texts by blob; null if missing. */
  readonly texts: ReadonlyMap<string, string | null>;
  readonly draft: Draft | null;
  /** Asks the user for the change. */
  readonly again: Again | null;
  /** Asks the user which run to compare with. */
  readonly choosing: boolean;
  readonly comparing: Comparing | null;
  readonly comparedShot: ComparedShot;
  /** Progress of the exported video, from 0 to 1; null while none is encoded. */
  readonly video: number | null;
  /** The run whose deletion must be confirmed. */
  readonly removing: RunInfo | null;
}

export interface RunsActions {
  readonly load: () => Promise<void>;
  readonly open: (run: string) => Promise<void>;
  /** Of the open run. */
  readonly readWhy: () => Promise<void>;
  /** Shows a call by its number in the log of calls. */
  readonly showLive: (logged: number) => Promise<void>;
  readonly setRunFilter: (filter: Partial<RunFilter>) => void;
  /** Searches runs for the filter's words, from where the last search ended. */
  readonly search: () => Promise<void>;
  readonly setFilter: (filter: Partial<CallFilter>) => void;
  readonly select: (call: number | null) => void;
  readonly selectStep: (step: number) => void;
  /** Clears the selection: a live run shows its current state. */
  readonly unselect: () => void;
  readonly selectPart: (part: string) => void;
  readonly toggleRow: (row: string, open: boolean) => void;
  readonly setStepFilter: (filter: Partial<StepFilter>) => void;
  readonly showStepTab: (tab: StepTab) => void;
  readonly showShot: (shot: Shot) => void;
  readonly showFront: (front: Front) => void;
  readonly setZoom: (zoom: Zoom) => void;
  /** Fetches a picture not loaded yet, of the open run by default. */
  readonly needPicture: (blob: string, run?: string) => Promise<void>;
  /** Fetches a text not loaded yet. */
  readonly needText: (blob: string) => Promise<void>;
  readonly edit: (text: string | null) => void;
  readonly rerun: () => Promise<void>;
  /** Asks for the change when the selected step is repeated. */
  readonly askAgain: () => Promise<void>;
  /** @param change `answer` replaces the model's answer; null asks the model again */
  readonly doAgain: (change: { readonly answer: string | null; readonly model: string }) => Promise<void>;
  readonly endAgain: () => void;
  readonly askCompare: (choosing: boolean) => void;
  /** Compares the open run with another one, at their first divergence. */
  readonly compare: (other: ComparedWith) => Promise<void>;
  /** The same with a recording chosen by the user. */
  readonly compareRecording: () => Promise<void>;
  readonly endCompare: () => void;
  readonly selectPair: (pair: number) => Promise<void>;
  readonly showCompared: (shot: ComparedShot) => void;
  /** Leaves the comparison for a place in one of its runs. */
  readonly goTo: (run: string, place: StepLocation) => Promise<void>;
  readonly exportAs: (format: RunFormat) => Promise<void>;
  /** Encodes a video of the run's pictures; its progress is `video`. */
  readonly exportVideo: () => Promise<void>;
  readonly cancelVideo: () => void;
  /** Converts its acts to a recording, and shows it. */
  readonly openAsRecording: () => Promise<void>;
  readonly reveal: () => Promise<void>;
  readonly askRemove: (run: RunInfo | null) => void;
  readonly remove: () => Promise<void>;
  readonly copy: (text: string) => Promise<void>;
  /** Subscribes to runs; returns the unsubscribe function. */
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
