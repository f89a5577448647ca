import { AppError } from '#contract/errors';
import type { AgentKind, AgentState } from '#contract/model/agents/agent';
import { stateTables } from '#contract/model/agents/agent-states';

/** Where an agent is. It moves by its table alone. */
export class StateMachine {
  readonly #kind: AgentKind;
  readonly #changed: (change: { from: AgentState | null; to: AgentState; why: string }) => void;
  #state: AgentState | null = null;

  constructor(kind: AgentKind, changed: (change: { from: AgentState | null; to: AgentState; why: string }) => void) {
    this.#kind = kind;
    this.#changed = changed;
  }

  /** Null before it begins. */
  get state(): AgentState | null {
    return this.#state;
  }

  /** True where nothing is left to do until another round or sub-task begins. */
  get ended(): boolean {
    return this.#state !== null && stateTables[this.#kind][this.#state]?.ends === true;
  }

  /** Another round or sub-task. @throws AppError `busy` in the middle of one */
  begin(why: string): void {
    if (this.#state !== null && !this.ended) {
      throw new AppError('busy', `The ${this.#kind} is in ${this.#state} and has not ended.`);
    }
    this.#set('CONTINUE', why);
  }

  /** @throws AppError `invalid_parameter` for what may not follow */
  go(to: AgentState, why: string): void {
    const allowed = this.#state === null ? {} : (stateTables[this.#kind][this.#state]?.next ?? {});
    if (this.ended || !(to in allowed)) {
      throw new AppError('invalid_parameter', `${to} may not follow on ${this.#state ?? 'nothing'} (${this.#kind}).`);
    }
    this.#set(to, why);
  }

  #set(to: AgentState, why: string): void {
    const from = this.#state;
    this.#state = to;
    this.#changed({ from, to, why });
  }
}
