import type { WireError } from '#contract/errors';
import type { SettingsChange } from '#contract/model/settings';
import type { RunKind } from '#contract/model/runs/trace';
import type { Engine } from '../engine/engine.ts';
import type { AgentCalls } from '../services/agents/agent-calls.ts';
import type { Services } from '../services/headless.ts';
import type { ArgumentSpec, Args } from './args.ts';
import type { Paint, Streams } from './output/output.ts';

/** The context of a command. */
export interface Context {
  /** The engine in its own process, started when first asked for. */
  readonly engine: () => Engine;
  /** Loads the services over the engine, and connects them with it; once. */
  readonly services: (request?: ServiceRequest) => Promise<Services>;
  /** The part of them that serves agents, which loads much less; instead of them. */
  readonly calls: (request?: ServiceRequest) => Promise<AgentCalls>;
  /** There is no desktop for the engine to work on, as long as none is started. */
  readonly hasNoDesktop: () => boolean;
  /** Aborts on Ctrl+C. */
  readonly signal: AbortSignal;
  readonly streams: Streams;
  readonly json: boolean;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly paint: Paint;
  readonly version: string;
  /** The repository of this package, from `package.json`. */
  readonly repository: unknown;
  /** The path of the built engine. */
  readonly engineEntry: string;
  /** All commands, in the order of help. */
  readonly commands: () => Promise<readonly Command[]>;
}

export interface ServiceRequest {
  readonly allow?: 'observe' | 'act' | 'all';
  readonly trace?: { readonly folder: string; readonly title: string; readonly kind: RunKind } | undefined;
  /** The configuration that is served, and watched meanwhile. */
  readonly config?: string | undefined;
  /** Settings overridden by the command line or its configuration. */
  readonly settings?: SettingsChange;
}

/** A command's result, in a form for programs and one for people. */
export interface Outcome {
  /** The fields beside `ok` of the JSON document. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Set where the command did its work and the answer is that something failed: exit code 1. */
  readonly error?: WireError;
  /** Exit code 1 for a negative answer, as for two runs that differ. */
  readonly isNo?: boolean;
  /** For a check that found problems (3) or could not examine everything (4). */
  readonly exitCode?: 0 | 3 | 4;
  /** Nothing is printed: the command wrote its output while it ran. */
  readonly silent?: boolean;
}

/** `first windows`: a command that goes on, whose first question is probably the list of windows. */
export type Looks = 'windows' | 'elements' | 'first windows';

/** One command is one literal: parsing, help and dispatch are derived from it. */
export interface Command extends ArgumentSpec {
  readonly name: string;
  readonly summary: string;
  /**
   * What it reads where it looks once and ends: its engine needs no process of its own then, and for windows alone, not all of the
   * engine. Other commands have none.
   */
  readonly looks?: (args: Args) => Looks | null;
  /** @throws AppError for a failure, UsageError for wrong usage */
  run(context: Context, args: Args): Promise<Outcome>;
}
