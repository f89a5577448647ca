import type { ReplayState, StepResult } from '#contract/api';
import { AppError, toWire, type WireError } from '#contract/errors';
import type { ActionType } from '#contract/model/recordings/action';
import type { Recording, Step } from '#contract/model/recordings/recording';
import type { Settings } from '#contract/model/settings';
import type { PolicyMode } from '#contract/model/permissions/permission';
import { toolKey, type Caller } from '#contract/model/tools/tool-call';
import { oneLine } from '#contract/foreign-text';
import type { RunEnding } from '#contract/model/runs/trace';
import { sleep } from '../base/async/deadline.ts';
import type { StarterFacts } from '../permissions/programs.ts';
import { recordedStarts, type RecordedStart } from '../permissions/recorded-starts.ts';
import type { Disposable } from '../base/async/disposable.ts';
import { Emitter } from '../base/async/emitter.ts';
import type { ToolRunner } from '../tools/runner/tool-runner.ts';
import { CallRun, inRun } from '../tools/call-run.ts';
import { createToolSession } from '../tools/session/tool-session.ts';
import { stepCall, waiting } from '../dialects/steps.ts';
import type { RunOutcome } from '../tools/runner/call.ts';
import { isAdmitted, type Asking } from './admission.ts';
import { OpenedWindows } from './opened-windows.ts';
import { Delays, paceOf } from './delays.ts';
import { Plan, type Chosen, Results } from './plan.ts';
import { Secrets } from './secrets.ts';

export interface ReplayOptions {
  readonly runner: Pick<ToolRunner, 'run'>;
  /** Read before every step: `stepTimeoutMs` is the default timeout for its window and element. */
  readonly settings: () => Pick<Settings, 'stepTimeoutMs'> & Partial<Pick<Settings, 'replayPauseMs'>>;
  /** Lists open windows, to check what a foreign recording reaches; by default none. */
  readonly openWindows?: (signal: AbortSignal) => Promise<readonly StarterFacts[]>;
  /**
   * Asks the user about everything that a recording starts, before its first step. By default, the gate asks at each step.
   * @throws AppError `permission_denied` if the user refuses
   */
  readonly mayStart?: (asked: AskedStart, signal: AbortSignal) => Promise<void>;
  /** Source of secrets; `process.env` by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** A question to the user before a recording runs. */
export interface AskedStart {
  readonly recording: Recording;
  /** This user made it here. */
  readonly isOwn: boolean;
  readonly starts: readonly RecordedStart[];
}

export interface ReplayRequest extends Chosen {
  readonly recording: Recording;
  /** The current recording, if it may be edited meanwhile. */
  readonly current?: () => Recording;
  /** The id of a step to pause before. */
  readonly until?: string | undefined;
  /** Whether to pause before the first step. */
  readonly stepwise?: boolean | undefined;
  /** The user confirms that nothing is missing if input was lost while recording; otherwise the replay stops there. */
  readonly mayMiss?: true | undefined;
  /** The user has allowed everything that the recording starts, or reaches that may start something. */
  readonly mayStart?: true | undefined;
  /** This user made the recording here, so only the programs that it starts need confirmation. */
  readonly isOwn?: boolean | undefined;
  /** Texts by the names of secrets; others come from the environment. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal;
  /** The caller on whose behalf its steps are called; the replay itself by default. */
  readonly onBehalfOf?: Caller | undefined;
  /** The permission mode of such steps; by default the gate's general mode. */
  readonly mode?: PolicyMode | undefined;
}

const idle: ReplayState = { status: 'idle', results: [], elapsedMs: 0 };

/** Repeats a recording, step by step, through the tool-runner. One at a time. */
export class Replay {
  readonly #options: ReplayOptions;
  readonly #emitter = new Emitter<{ changed: ReplayState }>();
  readonly #delays = new Delays();
  #state = idle;
  #stop: AbortController | null = null;
  /** Steps whose programs the user has allowed; `all` if the user allowed everything. */
  #mayStart: ReadonlySet<string> | 'all' = new Set();
  #isOwn = false;
  #mayMiss = false;
  #onBehalfOf: Pick<ReplayRequest, 'onBehalfOf' | 'mode'> = {};
  /** Reports the current state of a replay in progress. */
  #refresh: (() => void) | null = null;

  constructor(options: ReplayOptions) {
    this.#options = options;
  }

  get state(): ReplayState {
    return this.#state;
  }

  /** Running or paused. */
  get isUnderWay(): boolean {
    return this.#stop !== null;
  }

  onChange(listener: (state: ReplayState) => void): Disposable {
    return this.#emitter.on('changed', listener);
  }

  /**
   * Runs the steps in order until one fails or {@link stop} is called; settles with the result, and never throws for a step.
   * @throws AppError `busy` during another replay, `not_found` for a missing step, `invalid_parameter` if there is nothing to
   * run or a secret is missing, `permission_denied` if the user refuses what it starts
   */
  async run(request: ReplayRequest): Promise<ReplayState> {
    if (this.#stop) throw new AppError('busy', 'A replay is under way.');
    const plan = new Plan(request.current ?? (() => request.recording), request);
    const secrets = new Secrets(request.secrets, this.#options.environment);
    secrets.expectAll(plan.coming);
    const stop = (this.#stop = new AbortController());
    const abort = () => stop.abort();
    request.signal?.addEventListener('abort', abort, { once: true });
    if (request.signal?.aborted) abort();
    this.#isOwn = request.isOwn ?? false;
    this.#mayMiss = request.mayMiss ?? false;
    this.#onBehalfOf = { onBehalfOf: request.onBehalfOf, mode: request.mode };
    this.#delays.begin({ until: request.until ?? null, stepwise: request.stepwise ?? false });
    const run = new CallRun('replay', () => plan.recording.name);
    try {
      this.#mayStart = request.mayStart ? 'all' : new Set();
      // On behalf of another caller, permission is asked at each step.
      const ask = request.mayStart || request.onBehalfOf ? undefined : this.#options.mayStart;
      if (ask) this.#mayStart = await this.#askStart(plan, ask, stop.signal);
      const state = await inRun(run, () => this.#runAll(plan, secrets, stop.signal));
      run.end(endingOf(state, plan.recording));
      return state;
    } finally {
      run.end();
      request.signal?.removeEventListener('abort', abort);
      this.#stop = null;
      this.#refresh = null;
    }
  }

  /**
   * The recording was edited. A replay in progress follows it. A result is dropped once all of its steps are gone: another
   * recording was opened, or it was cleared.
   */
  edited({ steps }: Recording): void {
    const ids = steps.map(({ id }) => id);
    this.#delays.keepOnly(ids);
    if (this.#refresh) this.#refresh();
    else if (this.#state.status !== 'idle' && !this.#state.results.some(({ step }) => ids.includes(step))) {
      this.#set(idle);
    }
  }

  /** Ends the current step and skips the rest; ends a pause. */
  stop(): void {
    this.#stop?.abort();
  }

  /** Pauses after the current step. */
  pause(): void {
    if (this.#stop) this.#delays.pause();
  }

  /** Continues after a pause, up to the step `until` if one is named. */
  resume(until?: string): void {
    this.#delays.resume(until);
  }

  /** Runs the next step after a pause, and pauses again. */
  stepOver(): void {
    this.#delays.stepOver();
  }

  setBreakpoint(step: string, on: boolean): void {
    this.#delays.setBreakpoint(step, on);
    this.#set(this.#state);
  }

  /** @returns the steps whose programs the user has allowed */
  async #askStart(
    plan: Plan,
    mayStart: NonNullable<ReplayOptions['mayStart']>,
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const windows = this.#isOwn ? [] : await this.#options.openWindows?.(signal);
    const starts = recordedStarts(plan.coming, { windows: windows ?? [], isOwn: this.#isOwn });
    if (starts.length > 0) await mayStart({ recording: plan.recording, isOwn: this.#isOwn, starts }, signal);
    return new Set(starts.map(({ step }) => step));
  }

  async #runAll(plan: Plan, secrets: Secrets, signal: AbortSignal): Promise<ReplayState> {
    const began = Date.now();
    const session = createToolSession();
    const opened = new OpenedWindows();
    const results = new Results(plan);
    const show = (status: ReplayState['status']) => {
      const next = status === 'paused' ? plan.next()?.id : undefined;
      const { list, earlier } = results;
      const elapsedMs = Date.now() - began;
      return this.#set({
        status,
        results: list,
        ...(earlier.length > 0 && { earlier }),
        elapsedMs,
        ...(next && { next }),
      });
    };
    this.#refresh = () => show(this.#delays.isPaused ? 'paused' : 'running');
    let status: ReplayState['status'] = 'passed';
    show('running');
    for (let step = plan.next(); step && !signal.aborted; step = plan.next()) {
      if (this.#delays.pausesBefore(step.id)) {
        await this.#halt(signal, show);
        // The next step may have been edited.
        continue;
      }
      const asking = { runner: this.#options.runner, caller: this.#caller(plan.recording, step), session, signal };
      const refusal = await isAdmitted(step, { plan, results, mayMiss: this.#mayMiss, ...asking }).catch(
        (error: unknown) => failed(toWire(error), 0),
      );
      if (refusal === false) {
        show('running');
        continue;
      }
      plan.take(step);
      results.set(step, { status: 'running', elapsedMs: 0, message: '' });
      show('running');
      session.intended = opened.meantBy(step, plan.recording);
      session.lastStep = null;
      const result = refusal === true ? await this.#runStep(step, { ...asking, secrets }) : refusal;
      opened.ran(step, session.lastStep);
      results.set(step, result);
      if (result.status === 'failed') status = 'failed';
      if (result.status !== 'passed' && result.status !== 'healed') break;
      show('running');
      await this.#rest(Math.max(this.#options.settings().replayPauseMs ?? 0, paceOf(step, plan.next())), signal);
    }
    results.skipPending(signal.aborted ? 'Stopped before this step.' : 'Not reached.');
    return show(signal.aborted ? 'stopped' : status);
  }

  async #halt(signal: AbortSignal, show: (status: ReplayState['status']) => void): Promise<void> {
    const goesOn = this.#delays.wait(signal);
    show('paused');
    await goesOn;
    if (!signal.aborted) show('running');
  }

  #caller({ name }: Recording, { id }: Step): Caller {
    if (this.#onBehalfOf.onBehalfOf) return this.#onBehalfOf.onBehalfOf;
    const mayStart = this.#mayStart === 'all' || this.#mayStart.has(id);
    return { kind: 'replay', name, ...(mayStart && { mayStart }), ...(this.#isOwn && { isOwn: true }) };
  }

  async #runStep(step: Step, { runner, caller, secrets, session, signal }: Running): Promise<Outcome> {
    try {
      const call = stepCall(step, (name) => {
        const text = secrets.get(name);
        session.entered.add(text);
        return text;
      });
      const ms = step.timeoutMs ?? this.#options.settings().stepTimeoutMs;
      const parameters = { ...call.parameters, ...waiting(ms) };
      const { mode } = this.#onBehalfOf;
      const options = { caller, session, signal, ...(mode && { mode }) };
      const run = () => runner.run(toolKey('action', call.tool), parameters, options);
      const first = await run();
      // It waited for a window that was not there yet, so the user was not asked about it.
      const outcome = outcomeOf(isUnasked(first) ? await run() : first);
      return isProven(step, outcome, session.lastStep?.wasSo) ? outcome : { ...outcome, unproven: true };
    } catch (error) {
      return failed(toWire(error), 0);
    }
  }

  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    if (ms > 0) await sleep(ms, signal).catch(() => undefined);
  }

  #set(state: ReplayState): ReplayState {
    const { breakpoints } = this.#delays;
    const { breakpoints: _, ...rest } = state;
    this.#state = breakpoints.length > 0 ? { ...rest, breakpoints } : rest;
    this.#emitter.emit('changed', this.#state);
    return this.#state;
  }
}

interface Running extends Asking {
  readonly secrets: Secrets;
}

type Outcome = Omit<StepResult, 'step' | 'turn'>;

function isUnasked(outcome: RunOutcome): boolean {
  return !outcome.ok && outcome.error.code === 'permission_denied' && outcome.error.data?.['unasked'] === true;
}

function outcomeOf(outcome: RunOutcome): Outcome {
  const { elapsedMs, call, resolution } = outcome;
  const traced = call !== undefined && { call };
  if (!outcome.ok) return { ...failed(outcome.error, elapsedMs), ...traced };
  const { text, note } = outcome.result;
  if (resolution?.healedFrom === undefined) return { status: 'passed', elapsedMs, message: text, ...traced };
  const { healedFrom, bounds } = resolution;
  return { status: 'healed', elapsedMs, message: note || text, healedFrom, ...(bounds && { bounds }), ...traced };
}

/** A field is read back, a window is verified; the last two cannot fail. */
const provesItself: ReadonlySet<ActionType> = new Set<ActionType>([
  ...(['setText', 'window', 'placeWindow', 'launch', 'expect', 'wait'] as const),
]);

/** @param wasSo the expectation was already met before the step */
function isProven({ expected = [], action, until }: Step, { status }: Outcome, wasSo = false): boolean {
  return (
    status === 'failed' ||
    status === 'skipped' ||
    (expected.length > 0 && !wasSo) ||
    provesItself.has(action.type) ||
    until !== undefined
  );
}

function failed(error: WireError, elapsedMs: number): Outcome {
  if (error.code === 'cancelled') return { status: 'skipped', elapsedMs, message: 'Stopped.' };
  return { status: 'failed', elapsedMs, message: `${error.message} ${error.hint}`, error };
}

/** The result of a finished replay, for the list of runs. */
function endingOf({ status, results }: ReplayState, { steps }: Recording): RunEnding {
  if (status === 'passed') {
    const unproven = results.filter((result) => result.unproven).length;
    return { status, text: unproven > 0 ? `${unproven} of ${results.length} steps without an effect to check` : '' };
  }
  if (status !== 'failed') return { status: 'stopped', text: '' };
  const failed = results.find((result) => result.status === 'failed');
  const number = steps.findIndex(({ id }) => id === failed?.step) + 1;
  return { status, text: oneLine(`Step ${number}: ${failed?.message ?? ''}`) };
}
