import { AppError } from '#contract/errors';
import type { AgentEvent } from '#contract/model/agents/agent';
import type { Breakpoint, DebugState, Release } from '#contract/model/runs/debug';
import { personStep, type PersonAct } from '#contract/model/agents/person-act';
import type { Caller } from '#contract/model/tools/tool-call';
import { callTarget } from '#contract/model/permissions/call-target';
import { stillWaiting } from '../../base/async/deadline.ts';
import { whyHeld, whyHeldAtCost, type Spent, type CallHistory } from './breakpoints.ts';
import {
  type CallHold,
  type HeldPlace,
  type CallRelease,
  type WaitingCall,
  type WaitingResult,
  Waiting,
  type Outcome,
} from './call-hold.ts';

export interface DebuggerOptions {
  readonly changed: (state: DebugState) => void;
  /** Records the user's acts, in the run that is current when this is called. */
  readonly reporter: () => (event: AgentEvent) => void;
}

/** A task under way, as `HeldRun` of the agents. */
interface Task {
  readonly report: (event: AgentEvent) => void;
  readonly did: (act: PersonAct) => void;
}

const nothingSpent: Spent = { tokens: 0, cost: null };

/**
 * Lets the user hold agents, inspect and change their acts, and act in their place. With nothing held, everything
 * passes at once.
 */
export class Debugger implements CallHold {
  readonly #options: DebuggerOptions;
  readonly #waiting: Waiting;
  readonly #histories = new CallHistories();
  #mode: DebugState['mode'] = 'running';
  #breakpoints: readonly Breakpoint[] = [];
  #task: Task | null = null;
  #spent = nothingSpent;
  /** The mode before the take-over. */
  #modeBefore: 'running' | 'paused' = 'running';
  /** Whether what the user does since the take-over becomes part of the run. */
  #isRecorded = true;
  #did: readonly string[] = [];
  /** Number of the user's steps in runs of no task; counted over all of them. */
  #personSteps = 0;

  constructor(options: DebuggerOptions) {
    this.#options = options;
    this.#waiting = new Waiting({
      changed: () => this.#announce(),
      reporter: options.reporter,
      steps: () => this.#mode === 'paused',
    });
  }

  get state(): DebugState {
    // What the user does is promised to become part of the run only once it is recorded.
    const mode = this.#mode === 'taken over' && !this.#isRecorded ? 'paused' : this.#mode;
    return { mode, did: this.#did, breakpoints: this.#breakpoints, held: this.#waiting.held };
  }

  /** Where a held call would act; null if unknown or no longer held. */
  placeOf(id: string): Promise<HeldPlace | null> {
    return this.#waiting.placeOf(id);
  }

  setBreakpoints(breakpoints: readonly Breakpoint[]): void {
    this.#breakpoints = [...breakpoints];
    this.#announce();
  }

  /** From now on every act, step and answer is held. */
  pause(): void {
    if (this.#mode === 'running') this.#mode = 'paused';
    this.#announce();
  }

  /** Releases all held items, and then holds only at breakpoints. @throws AppError `busy` while taken over */
  continue(): void {
    this.#checkNotTakenOver();
    this.#mode = 'running';
    this.#waiting.releaseAll({ do: 'go' });
    this.#announce();
  }

  /** Releases the oldest item; the next one is held. @throws AppError `busy` while taken over */
  step(): void {
    this.#checkNotTakenOver();
    this.#mode = 'paused';
    this.#waiting.releaseFirst({ do: 'go' });
    this.#announce();
  }

  /**
   * @throws AppError `not_found` if no longer held; `invalid_parameter` for invalid content; `busy` for a release while
   * taken over
   */
  release(id: string, how: Release): void {
    if (how.do !== 'deny') this.#checkNotTakenOver();
    this.#waiting.release(id, how);
  }

  /**
   * Holds everything until the person hands back.
   * @param recorded false if the user's acts are not recorded yet: until {@link beginsToRecord}, the state is paused
   * @throws AppError `busy` if it is taken over already
   */
  takeOver({ recorded = true } = {}): void {
    this.#checkNotTakenOver();
    this.#isRecorded = recorded;
    this.#modeBefore = this.#mode === 'paused' ? 'paused' : 'running';
    this.#mode = 'taken over';
    this.#did = [];
    this.#reportRun({ event: 'control', act: 'taken over', why: 'by the user' });
    this.#announce();
  }

  /** Announces a take-over that began unrecorded. */
  beginsToRecord(): void {
    this.#isRecorded = true;
    this.#announce();
  }

  /** The user's act becomes a step of the run at once, so that none is lost. */
  did(act: PersonAct): void {
    this.#did = [...this.#did, act.text];
    if (this.#task) this.#task.did(act);
    else for (const event of personStep(act, { step: ++this.#personSteps, round: 0 })) this.#reportRun(event);
    this.#announce();
  }

  /**
   * Restores the mode from before. Callers whose held items the user may have made stale are told what was done, and
   * look again.
   */
  handBack(): void {
    if (this.#mode !== 'taken over') return;
    this.#mode = this.#modeBefore;
    this.#reportRun({ event: 'control', act: 'handed back', why: this.#did.join('; ') });
    if (this.#did.length > 0) this.#waiting.dropAll(this.#did);
    if (this.#mode === 'running') this.#waiting.releaseAll({ do: 'go' });
    this.#did = [];
    this.#announce();
  }

  /** As `RunControl` of the agents. */
  begin(task: Task): () => void {
    this.#task = task;
    this.#spent = nothingSpent;
    return () => {
      if (this.#task === task) this.#task = null;
    };
  }

  async hold(call: WaitingCall, signal: AbortSignal): Promise<CallRelease> {
    const why = await this.#whyHeld(call);
    return why === '' ? { do: 'go' } : holdCall(call, why, this.#holding(signal));
  }

  holdResult(result: WaitingResult, signal: AbortSignal): Promise<string> {
    return holdResult(result, this.#holding(signal));
  }

  ended(caller: Caller, failed: boolean): void {
    this.#histories.ended(caller, failed);
  }

  /** As `RunControl` of the agents. @throws AppError `cancelled` */
  async beforeStep(step: number, signal: AbortSignal): Promise<void> {
    if (this.#mode === 'running') return;
    const held = { kind: 'step', who: 'Task', title: `Step ${step}`, content: null, editable: false } as const;
    await this.#waiting.wait({ ...held, why: this.#whyPaused }, signal, () => undefined);
  }

  /** As `RunControl` of the agents. @throws AppError `cancelled` */
  async answered(
    { step, text, spent }: { readonly step: number; readonly text: string; readonly spent: Spent },
    signal: AbortSignal,
  ): Promise<string | null> {
    const why = this.#whyHeldAt(spent);
    if (why === '') return text;
    const report = this.#options.reporter();
    const title = `Answer of step ${step}`;
    const held = { kind: 'answer', who: 'Task', title, content: text, editable: true, why } as const;
    return this.#waiting.wait<string | null>(held, signal, (how) => {
      if (how.do === 'drop') return null;
      if (how.do !== 'edit') return text;
      report({ event: 'edited', step, what: 'answer', before: text, after: how.content });
      return how.content;
    });
  }

  async #whyHeld(call: WaitingCall): Promise<string> {
    const history = this.#histories.remember(call);
    for (const breakpoint of this.#breakpoints) {
      const why = await whyHeld(breakpoint, call, history);
      if (why === '') continue;
      this.pause();
      return why;
    }
    return this.#mode !== 'running' && call.acts ? this.#whyPaused : '';
  }

  #holding(signal: AbortSignal) {
    return { waiting: this.#waiting, report: this.#options.reporter(), signal };
  }

  #whyHeldAt(spent: Spent): string {
    const why = this.#breakpoints.map((one) => whyHeldAtCost(one, this.#spent, spent)).find((one) => one !== '');
    this.#spent = spent;
    if (why !== undefined) this.pause();
    return why ?? (this.#mode === 'running' ? '' : this.#whyPaused);
  }

  get #whyPaused(): string {
    return this.#mode === 'taken over' ? 'You have taken over.' : 'Paused by you.';
  }

  #checkNotTakenOver(): void {
    if (this.#mode !== 'taken over') return;
    throw new AppError('busy', 'You have taken over.', {
      hint: 'Hand back first. Denying a held call does not require that.',
    });
  }

  /** In the task's run, else in that of the waiting caller longest. */
  #reportRun(event: AgentEvent): void {
    if (this.#task) this.#task.report(event);
    else this.#waiting.reportFirst(event);
  }

  #announce(): void {
    this.#options.changed(this.state);
  }
}

/** Each caller's last call, and its result. */
class CallHistories {
  /** By the name of the caller. */
  readonly #known = new Map<string, { call: string; times: number; lastFailed: boolean }>();

  /** What is known before this call, itself counted. */
  remember({ caller, tool, parameters }: WaitingCall): CallHistory {
    const call = JSON.stringify([tool, parameters]);
    const known = this.#known.get(caller.name);
    const times = known?.call === call ? known.times + 1 : 1;
    this.#known.set(caller.name, { call, times, lastFailed: false });
    return { lastFailed: known?.lastFailed ?? false, times };
  }

  ended({ name }: Caller, failed: boolean): void {
    const known = this.#known.get(name);
    if (known) known.lastFailed = failed;
  }
}

interface Holding {
  readonly waiting: Waiting;
  /** Writes down what the person changed. */
  readonly report: (event: AgentEvent) => void;
  readonly signal: AbortSignal;
}

/** @param why the reason it is held, in a sentence @throws AppError `cancelled` */
function holdCall(call: WaitingCall, why: string, { waiting, report, signal }: Holding): Promise<CallRelease> {
  const before = JSON.stringify(call.parameters, null, 2);
  const means = (how: Outcome): CallRelease => {
    if (how.do !== 'edit') return how;
    if (call.isSecret) throw new AppError('invalid_parameter', 'A call with a password cannot be changed.');
    const parameters = parametersIn(how.content);
    const problem = call.check(parameters);
    if (problem !== '') throw new AppError('invalid_parameter', problem);
    report({ event: 'edited', what: 'call', before, after: how.content });
    return { do: 'edit', parameters, holdResult: how.holdResult };
  };
  const target = callTarget({ parameters: call.parameters, where: '' });
  const held = { kind: 'call', who: call.caller.name, title: call.tool, target, content: before, why } as const;
  call.stillWaits();
  return stillWaiting(call.stillWaits, () =>
    waiting.wait({ ...held, editable: !call.isSecret }, signal, means, call.place),
  );
}

/** The result as the user releases it; unchanged if the call is abandoned. Never throws. */
function holdResult(result: WaitingResult, { waiting, report, signal }: Holding): Promise<string> {
  const { caller, tool: title, content, check } = result;
  const means = (how: Outcome): string => {
    if (how.do !== 'edit') return content;
    const problem = check(how.content);
    if (problem !== '') throw new AppError('invalid_parameter', problem);
    report({ event: 'edited', what: 'result', before: content, after: how.content });
    return how.content;
  };
  const why = 'Its result, before the agent reads it.';
  const held = { kind: 'result', who: caller.name, title, content, editable: true, why } as const;
  result.stillWaits();
  return stillWaiting(result.stillWaits, () => waiting.wait(held, signal, means).catch(() => content));
}

/** @throws AppError `invalid_parameter` */
function parametersIn(content: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (cause) {
    throw new AppError('invalid_parameter', `The arguments are not JSON: ${String(cause)}`, { cause });
  }
  throw new AppError('invalid_parameter', 'The arguments must be a JSON object.');
}
