import type {
  AgentAnswer,
  AgentRef,
  AgentState,
  ModelUsage,
  PlannedAction,
  SubTask,
} from '#contract/model/agents/agent';
import type { Rect } from '#contract/model/geometry';
import type { RunEnding, TraceEventOf, TreeRow } from '#contract/model/runs/trace';

/** The files of a foreign run. No name leads outside its folder. */
export interface ForeignFiles {
  /** The folder's name, for people. */
  readonly name: string;
  /** When the run's main file was changed last, in milliseconds since the epoch. */
  readonly changed: number;
  /** Null if it is missing. @throws AppError `invalid_parameter` for one that is too large */
  text(name: string): Promise<string | null>;
  /** Names at the top of the folder. */
  list(): Promise<readonly string[]>;
}

/** Names of pictures are those in {@link ForeignFiles}; invalid pictures are omitted with a note. */
export interface ForeignPicture {
  readonly file: string;
  readonly label: string;
  /** The area that it shows, in screen pixels; `screen` for the whole screen. */
  readonly bounds?: Rect | 'screen' | null;
  /** It shows that only if it is as large. */
  readonly sameSize?: true;
}

/** A call of a tool. */
export interface ForeignCall {
  /** As the trace names tools. */
  readonly tool: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Null unless an error is reported. */
  readonly error: TraceEventOf<'after'>['error'] | null;
  /** Milliseconds; null if unknown. */
  readonly elapsedMs: number | null;
  /** Missing if unknown. */
  readonly decision?: TraceEventOf<'before'>['decision'] | undefined;
  readonly decidedBy?: string | undefined;
  readonly caller?: TraceEventOf<'before'>['caller'] | undefined;
  readonly before?: ForeignPicture | undefined;
  readonly after?: ForeignPicture | undefined;
}

/** Something that an agent did, and the calls that it took. */
export interface ForeignAct {
  readonly action: PlannedAction;
  readonly status: 'success' | 'failure' | 'skipped' | 'denied' | 'none';
  readonly text: string;
  readonly target: Rect | null;
  readonly calls: readonly ForeignCall[];
}

/** Data that a format lacks is null, empty or missing; it is never guessed. */
export interface ForeignStep {
  /** Milliseconds since the epoch. */
  readonly at: number | null;
  /** Null for calls that no model asked for. */
  readonly agent: AgentRef | null;
  readonly round: number;
  readonly subTask?: string | undefined;
  readonly pictures: readonly ForeignPicture[];
  /** The controls as the model read them. */
  readonly controls?: { readonly text: string; readonly count: number } | undefined;
  /** The window's tree as the step found it. */
  readonly tree?: readonly TreeRow[] | undefined;
  /** The model's prompt and answer, verbatim. */
  readonly prompt: string;
  readonly raw: string;
  readonly model: string;
  readonly answer: AgentAnswer | null;
  readonly problem: string;
  readonly usage: ModelUsage | null;
  /** How often the model was asked; null if unknown. */
  readonly attempts: number | null;
  readonly acts: readonly ForeignAct[];
  /** By phase, in milliseconds. */
  readonly elapsedMs: Readonly<Record<string, number>>;
  /** The state that it left its agent in; null if the format knows none. */
  readonly state: AgentState | null;
  /** All sub-tasks as they are after the step. */
  readonly plan?: readonly SubTask[] | undefined;
}

/** A foreign run, as read by its importer. */
export interface ForeignRun {
  /** For a person, with its version: `UFO v3`. */
  readonly format: string;
  readonly title: string;
  /** Milliseconds since the epoch; null if unknown. */
  readonly started: number | null;
  /** The request of each round. */
  readonly requests: ReadonlyMap<number, string>;
  readonly steps: readonly ForeignStep[];
  /** Pictures of the final state. */
  readonly last: readonly ForeignPicture[];
  /** Null for a run that was cut off. */
  readonly outcome: RunEnding | null;
  /** Data that the format lacks, in a few words each. */
  readonly lacks: readonly string[];
  /** Data of these files that could not be imported, each with its location. */
  readonly notes: readonly string[];
  /** A file with more data than a run can hold; it is kept with it. */
  readonly original?: string;
}

/** One foreign format. */
export interface RunImporter {
  /** Names of the file that identifies a folder of this format. */
  readonly mainFile: string;
  /** Whether a file that begins so is one. */
  fits(head: string): boolean;
  /** @throws AppError `invalid_parameter` if none of it can be parsed */
  read(files: ForeignFiles, mainFile: string): Promise<ForeignRun>;
}

/** A partially known answer. */
export function answerWith(status: AgentState, known: Partial<AgentAnswer>): AgentAnswer {
  return {
    observation: '',
    thought: '',
    plan: [],
    dependencies: [],
    comment: '',
    status,
    actions: [],
    questions: [],
    message: [],
    subTask: '',
    bash: '',
    result: '',
    evidence: [],
    ...known,
  };
}

/** A failure that another program reports. */
export function failedWith(message: string): ForeignCall['error'] {
  return { code: 'tool_failed', message, hint: 'The message comes from that program.' };
}
