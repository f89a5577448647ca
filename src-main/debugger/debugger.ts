import { randomUUID } from 'node:crypto';
import { AppError } from '#contract/errors';
import type { AgentEvent } from '#contract/model/agent';
import type { Breakpoint, DebugState, Held, Release } from '#contract/model/debug';
import type { Caller } from '#contract/model/tool-call';
import { whyHeld, type CallHistory } from './breakpoints.ts';
import type { CallHold, CallRelease, WaitingCall } from './call-hold.ts';

/** How often a caller is told that its call waits, in milliseconds: MCP clients give up after a minute of silence. */
const tellEveryMs = 10_000;

export interface DebuggerOptions {
  readonly changed: (state: DebugState) => void;
  /** Who writes down what a person does, in the run that is under way when this is called. */
  readonly teller: () => (event: AgentEvent) => void;
}

interface Waiting {
  readonly held: Held;
  /** @throws AppError `invalid_parameter` for content that cannot be used */
  readonly release: (how: Release) => void;
}

/** Where a person holds agents, looks and changes what they do. Where nobody holds anything, all passes at once. */
export class Debugger implements CallHold {
  readonly #options: DebuggerOptions;
  readonly #waiting = new Map<string, Waiting>();
  /** By the name of the caller. */
  readonly #history = new Map<string, { call: string; times: number; lastFailed: boolean }>();
  #mode: DebugState['mode'] = 'running';
  #breakpoints: readonly Breakpoint[] = [];

  constructor(options: DebuggerOptions) {
    this.#options = options;
  }

  get state(): DebugState {
    const held = [...this.#waiting.values()].map((waiting) => waiting.held);
    return { mode: this.#mode, breakpoints: this.#breakpoints, held };
  }

  setBreakpoints(breakpoints: readonly Breakpoint[]): void {
    this.#breakpoints = [...breakpoints];
    this.#announce();
  }

  /** From now on every act, step and answer is held. */
  pause(): void {
    this.#mode = 'paused';
    this.#announce();
  }

  /** Lets go of everything that is held, and holds no more than breakpoints say. */
  continue(): void {
    this.#mode = 'running';
    for (const { release } of [...this.#waiting.values()]) release({ do: 'go' });
    this.#announce();
  }

  /** Lets the oldest go; whatever comes next is held. */
  step(): void {
    this.#mode = 'paused';
    const [first] = this.#waiting.values();
    first?.release({ do: 'go' });
    this.#announce();
  }

  /** @throws AppError `not_found` for what is not held any more; `invalid_parameter` for content that cannot be used */
  release(id: string, how: Release): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) throw new AppError('not_found', 'That is not held any more.');
    waiting.release(how);
  }

  async hold(call: WaitingCall, signal: AbortSignal): Promise<CallRelease> {
    const why = await this.#whyHeld(call);
    if (why === '') return { do: 'go' };
    const tell = this.#options.teller();
    const before = JSON.stringify(call.parameters, null, 2);
    const held = { kind: 'call', who: call.caller.name, title: call.tool, content: before, why } as const;
    const timer = setInterval(call.stillWaits, tellEveryMs);
    call.stillWaits();
    try {
      return await this.#wait<CallRelease>({ ...held, editable: !call.isSecret }, signal, (how) => {
        if (how.do !== 'edit') return how;
        if (call.isSecret) throw new AppError('invalid_parameter', 'A call with a password cannot be changed.');
        const parameters = parametersIn(how.content);
        const problem = call.check(parameters);
        if (problem !== '') throw new AppError('invalid_parameter', problem);
        tell({ event: 'edited', what: 'call', before, after: how.content });
        return { do: 'edit', parameters };
      });
    } finally {
      clearInterval(timer);
    }
  }

  ended({ name }: Caller, failed: boolean): void {
    const known = this.#history.get(name);
    if (known) known.lastFailed = failed;
  }

  /** As `RunControl` of the agents. @throws AppError `cancelled` */
  async beforeStep(step: number, signal: AbortSignal): Promise<void> {
    if (this.#mode === 'running') return;
    const held = { kind: 'step', who: 'Task', title: `Step ${step}`, content: null, editable: false } as const;
    await this.#wait({ ...held, why: paused }, signal, () => undefined);
  }

  /** As `RunControl` of the agents. @throws AppError `cancelled` */
  async answered(
    { step, text }: { readonly step: number; readonly text: string },
    signal: AbortSignal,
  ): Promise<string> {
    if (this.#mode === 'running') return text;
    const tell = this.#options.teller();
    const held = {
      kind: 'answer',
      who: 'Task',
      title: `Answer of step ${step}`,
      content: text,
      editable: true,
    } as const;
    return this.#wait({ ...held, why: paused }, signal, (how) => {
      if (how.do !== 'edit') return text;
      tell({ event: 'edited', step, what: 'answer', before: text, after: how.content });
      return how.content;
    });
  }

  async #whyHeld(call: WaitingCall): Promise<string> {
    const history = this.#remember(call);
    for (const breakpoint of this.#breakpoints) {
      const why = await whyHeld(breakpoint, call, history);
      if (why === '') continue;
      this.#mode = 'paused';
      return why;
    }
    return this.#mode === 'paused' && call.acts ? paused : '';
  }

  #remember({ caller, tool, parameters }: WaitingCall): CallHistory {
    const call = JSON.stringify([tool, parameters]);
    const known = this.#history.get(caller.name);
    const times = known?.call === call ? known.times + 1 : 1;
    const lastFailed = known?.lastFailed ?? false;
    this.#history.set(caller.name, { call, times, lastFailed: false });
    return { lastFailed, times };
  }

  /** Settles with what `means` makes of how it is let go; what `means` throws is its caller's, and it stays held. */
  #wait<T>(about: Omit<Held, 'id' | 'since'>, signal: AbortSignal, means: (how: Release) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (signal.aborted) {
        reject(new AppError('cancelled'));
        return;
      }
      const id = randomUUID();
      const tell = this.#options.teller();
      const end = () => {
        signal.removeEventListener('abort', onAbort);
        this.#waiting.delete(id);
        this.#announce();
      };
      const onAbort = () => {
        end();
        reject(new AppError('cancelled'));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      const release = (how: Release) => {
        const outcome = means(how);
        tell({ event: 'control', act: this.#mode === 'paused' ? 'stepped' : 'continued', why: about.title });
        end();
        resolve(outcome);
      };
      this.#waiting.set(id, { held: { ...about, id, since: Date.now() }, release });
      tell({ event: 'control', act: 'paused', why: about.why });
      this.#announce();
    });
  }

  #announce(): void {
    this.#options.changed(this.state);
  }
}

const paused = 'Paused by the user.';

/** @throws AppError `invalid_parameter` */
function parametersIn(content: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (cause) {
    throw new AppError('invalid_parameter', `The arguments are no JSON: ${String(cause)}`, { cause });
  }
  throw new AppError('invalid_parameter', 'The arguments must be a JSON object.');
}
