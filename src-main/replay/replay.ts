import { sleep } from '../base/deadline.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { RunOutcome, ToolRunner } from '../tools/runner/tool-runner.ts';
import { createToolSession, type ToolSession } from '../tools/tool-session.ts';
import { secretVariable } from '../recorder/secret-name.ts';
import type { ReplayState, StepResult } from '#contract/api';
import { AppError, toWire, type WireError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Recording, Step } from '#contract/model/recording';
import type { Settings } from '#contract/model/settings';
import { stepCall } from './step-call.ts';

export interface ReplayOptions {
  readonly runner: Pick<ToolRunner, 'run'>;
  /** Read before every step: `stepTimeoutMs` is how long it waits for its window and element. */
  readonly settings: () => Pick<Settings, 'stepTimeoutMs'>;
  /** Where secrets come from; `process.env` where missing. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Pause between two steps in milliseconds, so that a person can watch; none where missing. */
  readonly pauseMs?: number;
}

export interface ReplayRequest {
  readonly recording: Recording;
  /** Ids of the steps to run; all that are switched on where missing. */
  readonly steps?: readonly string[] | undefined;
  readonly signal?: AbortSignal;
}

const idle: ReplayState = { status: 'idle', results: [], elapsedMs: 0 };

/** Does a recording again, step by step, through the tool-runner. One at a time. */
export class Replay {
  readonly #options: ReplayOptions;
  readonly #emitter = new Emitter<{ changed: ReplayState }>();
  #state = idle;
  #stop: AbortController | null = null;

  constructor(options: ReplayOptions) {
    this.#options = options;
  }

  get state(): ReplayState {
    return this.#state;
  }

  onChange(listener: (state: ReplayState) => void): Disposable {
    return this.#emitter.on('changed', listener);
  }

  /**
   * Runs the steps in order until one fails or {@link stop} is called; settles with how it ended, never throws for a step.
   * @throws AppError `busy` while another replay runs, `not_found` for a step the recording does not have
   */
  async run(request: ReplayRequest): Promise<ReplayState> {
    if (this.#stop) throw new AppError('busy', 'A replay is under way.');
    const chosen = choose(request.recording, request.steps);
    const stop = (this.#stop = new AbortController());
    const abort = () => stop.abort();
    request.signal?.addEventListener('abort', abort, { once: true });
    if (request.signal?.aborted) abort();
    try {
      return await this.#runAll(request.recording, chosen, stop.signal);
    } finally {
      request.signal?.removeEventListener('abort', abort);
      this.#stop = null;
    }
  }

  /** Forgets how the last replay ended once none of its steps is in the recording: another one was opened, or it was cleared. */
  keepOnlyOf({ steps }: Recording): void {
    const { status, results } = this.#state;
    if (status === 'idle' || this.#stop) return;
    if (!steps.some(({ id }) => results.some(({ step }) => step === id))) this.#set(idle);
  }

  /** Ends the step under way and leaves out the rest. */
  stop(): void {
    this.#stop?.abort();
  }

  async #runAll(recording: Recording, chosen: ReadonlySet<string>, signal: AbortSignal): Promise<ReplayState> {
    const began = Date.now();
    const session = createToolSession();
    const results = new Results(recording, chosen);
    const show = (status: ReplayState['status']) =>
      this.#set({ status, results: results.list, elapsedMs: Date.now() - began });
    show('running');
    let status: ReplayState['status'] = 'passed';
    for (const step of recording.steps.filter(({ id }) => chosen.has(id))) {
      if (signal.aborted) break;
      results.set({ step: step.id, status: 'running', elapsedMs: 0, message: '' });
      show('running');
      const result = await this.#runStep(recording, step, session, signal);
      results.set({ step: step.id, ...result });
      if (result.status === 'failed') status = 'failed';
      if (result.status !== 'passed' && result.status !== 'healed') break;
      show('running');
      await this.#pause(signal);
    }
    results.skipPending(signal.aborted ? 'Stopped before this step.' : 'Not reached.');
    return show(signal.aborted ? 'stopped' : status);
  }

  async #runStep(recording: Recording, step: Step, session: ToolSession, signal: AbortSignal): Promise<Outcome> {
    const caller = { kind: 'replay', name: recording.name } as const;
    try {
      const call = stepCall(step, (name) => this.#secret(name));
      const { stepTimeoutMs: ms } = this.#options.settings();
      const parameters = { ...call.parameters, timeout_ms: ms, effect_ms: ms };
      return outcomeOf(await this.#options.runner.run(call.tool, parameters, { caller, session, signal }));
    } catch (error) {
      return failed(toWire(error), 0);
    }
  }

  #secret(name: string): string {
    const variable = secretVariable(name);
    const text = (this.#options.environment ?? process.env)[variable];
    if (text !== undefined) return text;
    throw new AppError('invalid_parameter', `The secret ${name} is not known.`, {
      hint: `Set the environment variable ${variable}.`,
    });
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const { pauseMs = 0 } = this.#options;
    if (pauseMs > 0) await sleep(pauseMs, signal).catch(() => undefined);
  }

  #set(state: ReplayState): ReplayState {
    this.#state = state;
    this.#emitter.emit('changed', state);
    return state;
  }
}

type Outcome = Omit<StepResult, 'step'>;

function outcomeOf(outcome: RunOutcome): Outcome {
  if (!outcome.ok) return failed(outcome.error, outcome.elapsedMs);
  const { text, note } = outcome.result;
  const healed = outcome.resolution?.healedFrom !== undefined;
  return {
    status: healed ? 'healed' : 'passed',
    elapsedMs: outcome.elapsedMs,
    message: (healed && note) || text,
  };
}

function failed(error: WireError, elapsedMs: number): Outcome {
  if (error.code === 'cancelled') return { status: 'skipped', elapsedMs, message: 'Stopped.' };
  return { status: 'failed', elapsedMs, message: `${error.message} ${error.hint}`, error };
}

function choose({ steps }: Recording, wanted: readonly string[] | undefined): ReadonlySet<string> {
  if (!wanted) return new Set(steps.filter((step) => step.enabled).map((step) => step.id));
  const missing = wanted.find((id) => !steps.some((step) => step.id === id));
  if (missing !== undefined) throw new AppError('not_found', `The recording has no step ${quoted(missing)}.`);
  return new Set(wanted);
}

/** One result per step of the recording, in its order. */
class Results {
  #list: readonly StepResult[];

  constructor({ steps }: Recording, chosen: ReadonlySet<string>) {
    this.#list = steps.map(({ id, enabled }) => ({
      step: id,
      status: chosen.has(id) ? 'pending' : 'skipped',
      elapsedMs: 0,
      message: chosen.has(id) ? '' : enabled ? 'Not chosen.' : 'Switched off.',
    }));
  }

  get list(): readonly StepResult[] {
    return this.#list;
  }

  set(result: StepResult): void {
    this.#list = this.#list.map((old) => (old.step === result.step ? result : old));
  }

  skipPending(message: string): void {
    this.#list = this.#list.map((old) => (old.status === 'pending' ? { ...old, status: 'skipped', message } : old));
  }
}
