import path from 'node:path';
import { AppError, toWire } from '#contract/errors';
import type { AgentEvent, AgentKind, ModelUsage } from '#contract/model/agents/agent';
import type { KeyedProvider } from '#contract/model/agents/model-provider';
import type { Settings } from '#contract/model/settings';
import { usualSteps, type AgainTask, type AgentsState, type NewTask, type TaskView } from '#contract/model/agents/task';
import { type RunControl, askAs, type Person } from '../../agents/control.ts';
import type { Past } from '../../agents/past/past.ts';
import type { Log } from '../../base/log.ts';
import type { ComputerManager } from '../../computer/computer-manager.ts';
import type { Model } from '../../agents/models/model.ts';
import type { Engine } from '../../engine/engine.ts';
import type { TraceReader } from '../../runs/trace/trace-reader.ts';
import type { Traces } from '../../runs/traces.ts';
import { CallRun, inRun } from '../../tools/call-run.ts';
import type { ToolRunner } from '../../tools/runner/tool-runner.ts';
import { changedModels, openAgain } from '../agents/again.ts';
import type { ComputersInUse } from '../computers/computers-in-use.ts';
import type { WorkDesktop } from '../core.ts';
import type { OwnDesktops } from '../desktops/own-desktops.ts';
import type { TaskRunOptions } from './task-run.ts';

/** The page passes no paths and no addresses: custom scripts and servers come from these variables. */
const scriptVariable = 'DESKSCOPE_SCRIPTED_MODEL';
const addressVariable = 'DESKSCOPE_MODEL_URL';

export interface AgentsServiceOptions {
  readonly runner: ToolRunner;
  /** Asks before starting anything that the Computers configuration names. */
  readonly mayStart: TaskRunOptions['mayStart'];
  readonly person: Person;
  readonly control: RunControl;
  /** The Computers configuration, and the address of a local model server. */
  readonly settings: () => Pick<Settings, 'mcpConfig' | 'localModelUrl'>;
  /** As in `OpenModelOptions`. */
  readonly keptKey: (provider: KeyedProvider) => Promise<string | null>;
  /** Notified of the Computers that agents have. */
  readonly inUse: Pick<ComputersInUse, 'look'>;
  readonly traces: Pick<Traces, 'writerOf'>;
  readonly engine: Pick<Engine, 'listWindows' | 'tree'>;
  /** The desktops on which a task may work instead of the user's own. */
  readonly desktops: Pick<OwnDesktops, 'start' | 'enter'>;
  /** The runner for agents on that desktop. */
  readonly runnerOn: (desktop: WorkDesktop) => ToolRunner;
  /** Opens a run for reading. @throws AppError `not_found` */
  readonly openRun: (run: string) => Promise<TraceReader>;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The folder of the user's own prompts, if any; read for each task. */
  readonly prompts: string;
  /** Documentation of apps for AppAgents, as in `TaskOptions`. */
  readonly documentation: string;
  readonly version: string;
  readonly changed: (state: AgentsState) => void;
  readonly log: Log;
}

interface Opened {
  readonly given: NewTask;
  readonly models: Readonly<Record<AgentKind, Model>>;
  readonly past?: Past;
  readonly desktop?: Awaited<ReturnType<OwnDesktops['enter']>> | undefined;
}

interface Running {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** Runs agents in the app, one task at a time, as `deskscope run` does on the command line. */
export class AgentsService {
  readonly #options: AgentsServiceOptions;
  #view: TaskView | null = null;
  #running: Running | null = null;

  constructor(options: AgentsServiceOptions) {
    this.#options = options;
  }

  get state(): AgentsState {
    return { task: this.#view };
  }

  /**
   * Settles when the task has started; `changed` reports its end.
   * @throws AppError `busy` while another is in progress; `invalid_parameter` for a model that cannot be used, e.g.
   * without a key; what starting a desktop throws
   */
  async start(asked: NewTask): Promise<void> {
    await this.#begin(async () => {
      const models = await this.#openModels(asked);
      if (asked.desktop === undefined) return { given: asked, models };
      const { desktops } = this.#options;
      const id = asked.desktop === 'own' ? await desktops.start() : asked.desktop;
      return { given: { ...asked, desktop: id }, models, desktop: await desktops.enter(id) };
    });
  }

  /**
   * Repeats a step of an earlier run with one change, and continues from there. If the desktop differs from its state
   * before that step, nothing is done: the task fails and reports the difference.
   * @throws AppError as {@link start}; `not_found`, `invalid_parameter` for a step that cannot be repeated
   */
  async again(asked: AgainTask): Promise<void> {
    const { engine, openRun } = this.#options;
    await this.#begin(async () => {
      const { past, ...rest } = await openAgain(asked, await openRun(asked.run), engine);
      const models = changedModels(await this.#openModels(rest.given), rest);
      return { given: rest.given, models, past };
    });
  }

  /** Reserved synchronously, so that the second of two starts is refused. */
  async #begin(open: () => Promise<Opened>): Promise<void> {
    if (this.#running) throw busy();
    const stop = new AbortController();
    const opening = open();
    const ended = opening.then(
      (opened) => this.#run(opened, stop.signal),
      () => undefined,
    );
    this.#running = { stop, ended };
    void ended.finally(() => (this.#running = null));
    await opening;
  }

  /** Ends the current task; held keys and buttons are released. */
  stop(): void {
    this.#running?.stop.abort(new AppError('cancelled', 'The user stopped the task.'));
  }

  async close(): Promise<void> {
    this.stop();
    await this.#running?.ended;
  }

  async #openModels({ model, appModel = model, price }: NewTask): Promise<Readonly<Record<AgentKind, Model>>> {
    const { variables, keptKey, settings, log } = this.#options;
    // Imports the providers' clients, which nothing else needs.
    const { openTaskModels } = await import('../../agents/models/task-models.ts');
    return openTaskModels({
      names: { HostAgent: this.#named(model), AppAgent: this.#named(appModel) },
      ...(price && { price }),
      baseUrl: variables[addressVariable],
      localUrl: settings().localModelUrl,
      variables,
      keptKey,
      person: (kind) => askAs(this.#options.person, kind),
      notice: (sentence) => log('warn', sentence),
    });
  }

  #named(model: string): string {
    if (model !== 'scripted') return model;
    const file = this.#options.variables[scriptVariable];
    if (file) return `scripted:${file}`;
    throw new AppError('invalid_parameter', 'There is no script.', {
      hint: `Name its file in the variable ${scriptVariable} before Deskscope starts.`,
    });
  }

  async #run({ given, models, past, desktop }: Opened, signal: AbortSignal): Promise<void> {
    const { changed: _, openRun: __, keptKey: ___, desktops: ____, ...used } = this.#options;
    const { settings, inUse, traces, prompts, runnerOn, ...options } = used;
    const run = new CallRun('task', () => given.task);
    const trace = traces.writerOf(run);
    this.#show(newView(given, path.basename(path.dirname(trace.path)), Date.now()));
    try {
      const { startTask } = await import('./task-run.ts');
      const { readPrompts } = await import('../../agents/prompts/files.ts');
      const task = {
        ...options,
        ...(desktop && { engine: desktop.engine, runner: runnerOn(desktop) }),
        request: given.task,
        models,
        mode: given.mode,
        limits: { steps: usualSteps, ...given.limits },
        sight: given.sight,
        past,
        signal,
        config: settings().mcpConfig || undefined,
        prompts: await readPrompts(prompts),
        trace,
        used: (manager: ComputerManager) => void inUse.look({ kind: 'task', who: given.task }, manager),
        watch: (event: AgentEvent) => this.#onEvent(event),
      };
      await inRun(run, () => startTask(task));
    } catch (error) {
      this.#options.log('error', 'the task could not be started', error);
      if (this.#view) this.#show({ ...this.#view, outcome: 'error', text: toWire(error).message });
    }
    run.end();
    await desktop?.leave();
    if (this.#view) this.#show({ ...this.#view, status: 'ended', endedAt: Date.now() });
  }

  #onEvent(event: AgentEvent): void {
    if (!this.#view) return;
    const next = viewAfter(this.#view, event);
    if (next !== this.#view) this.#show(next);
  }

  #show(view: TaskView): void {
    this.#view = view;
    this.#options.changed(this.state);
  }
}

function busy(): AppError {
  return new AppError('busy', 'Another task is under way.', { hint: 'Stop it, or wait until it has ended.' });
}

/** A task before its first event. */
function newView(given: NewTask, run: string, at: number): TaskView {
  return {
    ...given,
    status: 'running',
    run,
    startedAt: at,
    endedAt: null,
    agent: '',
    state: null,
    why: '',
    step: 0,
    subTasks: [],
    usage: { inputTokens: 0, outputTokens: 0, cost: null },
    outcome: null,
    comment: '',
    text: '',
  };
}

/** Returns the same object if the event changes nothing visible. */
function viewAfter(view: TaskView, event: AgentEvent): TaskView {
  if (event.event === 'state') return { ...view, agent: event.agent.name, state: event.to, why: event.why };
  if (event.event === 'step') {
    const { step, agent } = event;
    return { ...view, step, ...(agent.kind !== 'Person' && { agent: agent.name }) };
  }
  if (event.event === 'round') return view.outcome === null ? view : { ...view, outcome: null, text: '' };
  if (event.event === 'plan') return { ...view, subTasks: event.subTasks };
  if (event.event === 'answered') {
    const usage = event.usage ? sum(view.usage, event.usage) : view.usage;
    return { ...view, usage, comment: event.answer?.comment || view.comment };
  }
  if (event.event !== 'outcome') return view;
  return { ...view, outcome: event.outcome, text: event.text, usage: event.usage };
}

function sum(before: ModelUsage, more: ModelUsage): ModelUsage {
  return {
    inputTokens: before.inputTokens + more.inputTokens,
    outputTokens: before.outputTokens + more.outputTokens,
    cost: more.cost === null ? before.cost : (before.cost ?? 0) + more.cost,
  };
}
