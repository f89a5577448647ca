import { linkSignals, sharedController } from '../../base/async/deadline.ts';
import { once } from '../../base/async/once.ts';
import { perObject } from '../../base/async/per-object.ts';
import type { Engine } from '../../engine/engine.ts';
import { harmless } from '#contract/foreign-text';
import { AppError } from '#contract/errors';
import { harmlessForeign } from '../answers/bounded.ts';
import { createFindTool } from '../find-tool.ts';
import { createKeptFiles } from '../session/kept-files.ts';
import { RecentCalls } from '../session/recent-calls.ts';
import { LookBudget } from './engines/look-budget.ts';
import { runCall } from './run-call.ts';
import type { ToolSession } from '../session/tool-session.ts';
import type { RunOptions, RunOutcome, ToolRunnerOptions } from './call.ts';

/**
 * THE choke point: every tool call, of agents, replay or the user's own clicks, passes here. find → parse → hold → permit →
 * trace before → act → verify → trace after → shape.
 */
export interface ToolRunner {
  /** The desktop of the tools. */
  readonly engine: Engine;
  readonly recent: RecentCalls;
  /** Tokens of this process: agents cannot read or write files that contain one. */
  readonly tokens: Set<string>;
  /** `key` is `action::click_input`; the dotted form is accepted. */
  run(key: string, parameters: unknown, options: RunOptions): Promise<RunOutcome>;
  /** Ends every pending call with `cancelled`. */
  haltAll(): void;
  /** The client of a session is gone, so its desktops end. */
  leave(session: ToolSession): void;
}

export function createToolRunner(options: ToolRunnerOptions): ToolRunner {
  const allTools = typeof options.tools === 'function' ? once(options.tools) : options.tools;
  const findAmong = perObject(createFindTool);
  // Two of one name are a fault of the program, found at its start.
  if (typeof allTools !== 'function') findAmong(allTools);
  const files = createKeptFiles(options.profile);
  const recent = new RecentCalls();
  const tokens = new Set<string>();
  const budget = new LookBudget();
  const observers = [...options.observers, recent];
  let halt = sharedController();
  let calls = 0;
  return {
    engine: options.engine,
    recent,
    tokens,
    async run(key, parameters, run) {
      const link = linkSignals([halt.signal, run.signal]);
      try {
        const tools = run.tools ?? (typeof allTools === 'function' ? await allTools() : allTools);
        const call = {
          ...options,
          ...run,
          tools,
          recent,
          tokens,
          budget,
          observers,
          files,
          find: findAmong(tools),
          signal: link.signal,
          call: ++calls,
        };
        return { ...harmlessOutcome(await runCall(call, key, parameters)), call: call.call };
      } finally {
        link.dispose();
      }
    },
    haltAll() {
      halt.abort(new AppError('cancelled', 'The user halted every call.'));
      halt = sharedController();
    },
    leave: (session) => options.desktops?.leave(session),
  };
}

/** Neutralises terminal control and hidden characters in all output, whatever tool made it; data stay exact. */
function harmlessOutcome(outcome: RunOutcome): RunOutcome {
  if (!outcome.ok) {
    const { message, hint } = outcome.error;
    return { ...outcome, error: { ...outcome.error, message: harmless(message), hint: harmless(hint) } };
  }
  const { text, note, foreign } = outcome.result;
  const result = { ...outcome.result, text: harmless(text), ...(note && { note: harmless(note) }) };
  return { ...outcome, result: { ...result, ...(foreign && { foreign: harmlessForeign(foreign) }) } };
}
