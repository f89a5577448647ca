import type { AgentEvent } from '#contract/model/agents/agent';
import type { PolicyMode } from '#contract/model/permissions/permission';
import { observerOf } from '../../agents/control.ts';
import type { AgentJournal } from '../../agents/session/session-memory.ts';
import { runTask, type TaskResult } from '../../agents/session/session.ts';
import type { TaskOptions } from '../../agents/session/session-parts.ts';
import type { Log } from '../../base/log.ts';
import { openComputers, type OpenComputersOptions } from '../../computer/open-computers.ts';
import type { Engine } from '../../engine/engine.ts';
import type { TraceWriter } from '../../runs/trace/trace-writer.ts';
import type { ToolRunner } from '../../tools/runner/tool-runner.ts';
import { createToolSession } from '../../tools/session/tool-session.ts';

export interface TaskRunOptions extends Omit<
  TaskOptions,
  'computers' | 'textOfWindow' | 'dialogOver' | 'rested' | 'journal'
> {
  /** The agents' tools; the built-in configuration by default. */
  readonly config?: string | Readonly<Record<string, unknown>> | undefined;
  readonly runner: ToolRunner;
  readonly engine: Pick<Engine, 'listWindows' | 'tree'>;
  /** The agents' policy; the runner's gate's by default. */
  readonly mode?: PolicyMode | undefined;
  /** Where the run is kept; null for nowhere. */
  readonly trace: Pick<TraceWriter, 'report' | 'keep' | 'takeCalls'> | null;
  /** Receives every event of the run. */
  readonly watch: (event: AgentEvent) => void;
  /** Called when a Computer of its agents opens or closes. */
  readonly used?: OpenComputersOptions['used'];
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** As in `OpenComputersOptions`. */
  readonly mayStart: OpenComputersOptions['mayStart'];
  readonly log: Log;
}

/**
 * Prepares and runs a task, in the app as on the command line: Computers, journal, and the check of FINISH.
 * @throws AppError as `openComputers` does; whatever ends the task itself is its outcome
 */
export async function startTask(options: TaskRunOptions): Promise<TaskResult> {
  const { config, engine, trace, watch, used, variables, version, log, mode, mayStart, ...task } = options;
  const runner = mode === undefined ? options.runner : runnerIn(mode, options.runner);
  const { signal } = task;
  const parts = {
    variables,
    runner,
    version,
    log,
    mayStart,
    signal,
    ...(config && { file: config }),
    ...(used && { used }),
  };
  const computers = await openComputers(parts);
  try {
    return await runTask({
      ...task,
      computers,
      journal: journalOf(trace, watch),
      ...observerOf(engine),
      textOfWindow: (window, signal) => textOfWindow(runner, window, signal),
    });
  } finally {
    await computers.close();
  }
}

function runnerIn(mode: PolicyMode, runner: ToolRunner): ToolRunner {
  return { ...runner, run: (key, parameters, options) => runner.run(key, parameters, { ...options, mode }) };
}

function journalOf(trace: TaskRunOptions['trace'], watch: TaskRunOptions['watch']): AgentJournal {
  return {
    report(event) {
      trace?.report(event);
      watch(event);
    },
    keep: (content, kind) => trace?.keep(content, kind) ?? '',
    takeCalls: () => trace?.takeCalls() ?? [],
  };
}

async function textOfWindow(runner: ToolRunner, window: string, signal: AbortSignal): Promise<string> {
  const caller = { kind: 'agent', name: 'HostAgent' } as const;
  const parameters = { action: 'get_text', windowHandle: window };
  const outcome = await runner.run('ui_automation', parameters, { caller, session: createToolSession(), signal });
  return outcome.ok ? outcome.result.text : '';
}
