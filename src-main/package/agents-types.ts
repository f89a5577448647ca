// What `deskscope/agents` exports: the package ships this file's declarations, so it imports nothing but what lies beside it.
import type { Json, OpenOptions } from './computer-types.ts';

/** What a model is asked. */
export interface ModelQuestion {
  readonly agent: 'HostAgent' | 'AppAgent';
  readonly system: string;
  readonly parts: readonly (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'picture'; readonly label: string; readonly bytes: Uint8Array; readonly mimeType: string }
  )[];
  /** JSON Schema of the answer. */
  readonly schema: Json;
}

/** A model of your own: answers JSON that the schema of the question describes. */
export type AnswerQuestion = (question: ModelQuestion, signal: AbortSignal) => Promise<string>;

export interface TaskOptions extends OpenOptions {
  readonly request: string;
  /** `PROVIDER:MODEL` as `deskscope run --model` takes it, with its key in a variable; or a model of your own. */
  readonly model: string | AnswerQuestion;
  /** For AppAgents; that of the HostAgent by default. */
  readonly appModel?: string | AnswerQuestion;
  /** Where the provider is; its own address by default. */
  readonly baseUrl?: string;
  /** US dollars for a million tokens, so that the cost is known. */
  readonly price?: { readonly input: number; readonly output: number };
  readonly limits?: {
    /** Of all agents together; 50 by default. */
    readonly steps?: number;
    readonly seconds?: number;
    /** Of all questions and answers. */
    readonly tokens?: number;
    /** US dollars; needs `price`. */
    readonly cost?: number;
  };
  /** How AppAgents are shown their windows. */
  readonly sight?: {
    /** Controls have their numbers in the pictures. */
    readonly marks?: boolean;
    /** Text is read from every picture, not only if a window reports no control: a second or more each step. */
    readonly readText?: boolean;
  };
  /** A folder of Markdown, a file for each program: what its AppAgent is notified of the app. */
  readonly documentation?: string;
  /** A folder as `deskscope prompts DIR` writes it; the standard prompts by default. */
  readonly prompts?: string;
  /** A new folder for the run, which the app and `deskscope runs` show; it is kept nowhere by default. */
  readonly trace?: string;
  /** Answers what an agent asks; null, as if it is missing, if nobody does. */
  readonly answer?: (question: string, signal: AbortSignal) => Promise<string | null>;
  /** Whether an act that an agent wants confirmed is done; it is not where this is missing. */
  readonly confirm?: (question: string, action: string, signal: AbortSignal) => Promise<boolean | null>;
  /** Hears all that the run reports about itself, as `docs/traces.md` has it. */
  readonly watch?: (event: { readonly event: string; readonly [key: string]: unknown }) => void;
  /** Ends the run: no key stays pressed. */
  readonly signal?: AbortSignal;
}

export interface TaskResult {
  /** `unproven`: the agents claim that it is done, and fresh data do not show it. */
  readonly outcome: 'done' | 'unproven' | 'failed' | 'stopped' | 'limit' | 'error';
  /** What came of the task, or why it ended. */
  readonly text: string;
  readonly rounds: number;
  readonly steps: number;
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** US dollars; null if no price is known. */
    readonly cost: number | null;
  };
  readonly subTasks: readonly {
    readonly id: string;
    readonly text: string;
    readonly app: string;
    readonly after: readonly string[];
    readonly status: 'waiting' | 'running' | 'done' | 'failed' | 'dropped';
    readonly result: string;
  }[];
}

/**
 * Does a task: a HostAgent splits it, AppAgents work in the apps. Whatever ends it is its outcome; rejects only if it cannot
 * begin: a model without a key, a configuration with lines to mend.
 */
export declare function runTask(options: TaskOptions): Promise<TaskResult>;
