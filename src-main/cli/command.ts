import type { WireError } from '#contract/errors';
import type { SettingsChange } from '#contract/model/settings';
import type { RunKind } from '#contract/model/runs/trace';
import type { Engine } from '../engine/engine.ts';
import type { Services } from '../services/headless.ts';
import type { ArgumentSpec, Args } from './args.ts';
import type { Paint, Streams } from './output/output.ts';

/** What a command may use. */
export interface Context {
  /** The engine in its own process, started when first asked for. */
  readonly engine: () => Engine;
  /** What stands over it: loaded, and connected with it, when first asked for. */
  readonly services: (request?: ServiceRequest) => Promise<Services>;
  /** There is no desktop for the engine to work on, as long as none is started. */
  readonly hasNoDesktop: () => boolean;
  /** Aborts on Ctrl+C. */
  readonly signal: AbortSignal;
  readonly streams: Streams;
  readonly json: boolean;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly paint: Paint;
  readonly version: string;
  /** Where this package reports that it comes from, as `package.json` has it. */
  readonly repository: unknown;
  /** The path of the built engine. */
  readonly engineEntry: string;
  /** All there are, in the order of help. */
  readonly commands: () => Promise<readonly Command[]>;
}

export interface ServiceRequest {
  readonly allow?: 'observe' | 'act' | 'all';
  readonly trace?: { readonly folder: string; readonly title: string; readonly kind: RunKind } | undefined;
  /** The configuration that is served, and watched meanwhile. */
  readonly config?: string | undefined;
  /** What the command line or its configuration sets for this once. */
  readonly settings?: SettingsChange;
}

/** What a command answers: the same twice, for programs and for people. */
export interface Outcome {
  /** The fields beside `ok` of the JSON document. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Set where the command did its work and the answer is that something failed: exit code 1. */
  readonly error?: WireError;
  /** Exit code 1 for an answer that is a no, as of two runs that differ. */
  readonly isNo?: boolean;
  /** Of a check that found something (3) or could not look at all of it (4). */
  readonly exitCode?: 0 | 3 | 4;
  /** Nothing is printed: the command wrote what it had to say while it ran. */
  readonly silent?: boolean;
}

/** One command is one literal: parsing, help and dispatch are derived from it. */
export interface Command extends ArgumentSpec {
  readonly name: string;
  readonly summary: string;
  /** @throws AppError for what failed, UsageError for what was called wrongly */
  run(context: Context, args: Args): Promise<Outcome>;
}
