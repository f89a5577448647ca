import type { FindTool } from '../find-tool.ts';
import type { KeptFiles } from '../kept-files.ts';
import type { RecentCalls } from '../recent-calls.ts';
import type { LookBudget } from './look-budget.ts';
import type { RunOptions, ToolRunnerOptions } from './tool-runner.ts';

/** One call with all that it needs, from its runner and from whoever made it. */
export type Call = ToolRunnerOptions &
  RunOptions & {
    readonly files: KeptFiles;
    readonly recent: RecentCalls;
    readonly tokens: ReadonlySet<string>;
    readonly budget: LookBudget;
    readonly find: FindTool;
    readonly signal: AbortSignal;
    readonly call: number;
  };

/** The arguments of a call; those of a checked one fit the schema of its tool. */
export type Input = Record<string, unknown>;
