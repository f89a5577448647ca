// The exports of `deskscope/agents`: the package ships this file's declarations, so it imports only from this folder.
import type { Json, OpenOptions } from './computer-types.ts';

/** A question to the model. */
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

/** Your own model: answers with JSON that fits the question's schema. */
export type AnswerQuestion = (question: ModelQuestion, signal: AbortSignal) => Promise<string>;

export interface TaskOptions extends OpenOptions {
  readonly request: string;
  /** `PROVIDER:MODEL` as `deskscope run --model` takes it, with its key in a variable; or your own model. */
  readonly model: string | AnswerQuestion;
  /** For AppAgents; the HostAgent's model by default. */
  readonly appModel?: string | AnswerQuestion;
  /** Where the provider is; its own address by default. */
  readonly baseUrl?: string;
  /** US dollars for a million tokens, so that the cost is known. */
  readonly price?: { readonly input: number; readonly output: number };
  readonly limits?: {
    /** Limit for all agents together; 50 by default. */
    readonly steps?: number;
    readonly seconds?: number;
    /** Limit for all questions and answers. */
    readonly tokens?: number;
    /** US dollars; needs `price`. */
    readonly cost?: number;
  };
  /** How AppAgents are shown their windows. */
  readonly sight?: {
    /** Controls have their numbers in the pictures. */
    readonly marks?: boolean;
    /** Reads text from every screenshot, not only if a window reports no control: costs a second or more each step. */
    readonly readText?: boolean;
  };
  /** A folder of Markdown with a file for each program, for its AppAgent's prompt. */
  readonly documentation?: string;
  /** A folder as `deskscope prompts DIR` writes it; the standard prompts by default. */
  readonly prompts?: string;
  /** A new folder for the run, which the app and `deskscope runs` show; it is kept nowhere by default. */
  readonly trace?: string;
  /** Answers an agent's question; null, as without this function, if nobody does. */
  readonly answer?: (question: string, signal: AbortSignal) => Promise<string | null>;
  /** Whether an act that an agent wants confirmed is done; it is not where this is missing. */
  readonly confirm?: (question: string, action: string, signal: AbortSignal) => Promise<boolean | null>;
  /** Receives every event of the run, as described in `docs/traces.md`. */
  readonly watch?: (event: { readonly event: string; readonly [key: string]: unknown }) => void;
  /** Ends the run: no key stays pressed. */
  readonly signal?: AbortSignal;
}

export interface TaskResult {
  /** `unproven`: the agents claim that it is done, and fresh data do not show it. */
  readonly outcome: 'done' | 'unproven' | 'failed' | 'stopped' | 'limit' | 'error';
  /** The result of the task, or why it ended. */
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
 * Runs a task: a HostAgent splits it, AppAgents work in the apps. Any end is an outcome; rejects only if it cannot
 * begin: a model without a key, a configuration with errors.
 */
export declare function runTask(options: TaskOptions): Promise<TaskResult>;
