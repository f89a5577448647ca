import { AppError } from '#contract/errors';
import type { ModelUsage, TaskLimits } from '#contract/model/agents/agent';

/** What a run has used up, against what it may. */
export class Spending {
  readonly #limits: TaskLimits;
  readonly #began: number;
  readonly #now: () => number;
  #steps = 0;
  #numbered = 0;
  #usage: ModelUsage = { inputTokens: 0, outputTokens: 0, cost: null };

  /** @param now milliseconds of a clock that no one sets */
  constructor(limits: TaskLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#began = now();
  }

  /** Of the agents. */
  get steps(): number {
    return this.#steps;
  }

  /** Of the last step of anyone: a person's steps have numbers too, and no limit. */
  get lastNumber(): number {
    return this.#numbered;
  }

  get usage(): ModelUsage {
    return this.#usage;
  }

  /** Milliseconds until the time is over; null where it has no end. */
  get leftMs(): number | null {
    const { seconds } = this.#limits;
    return seconds === undefined ? null : Math.max(0, seconds * 1_000 - (this.#now() - this.#began));
  }

  /** Counts another step, and gives its number. @throws AppError `limit_reached` */
  step(): number {
    this.check();
    const { steps } = this.#limits;
    if (steps !== undefined && this.#steps >= steps) throw reached(`${steps} steps`);
    this.#steps++;
    return this.number();
  }

  /** The number of a step that counts against nothing. */
  number(): number {
    return ++this.#numbered;
  }

  add({ inputTokens, outputTokens, cost }: ModelUsage): void {
    const before = this.#usage;
    this.#usage = {
      inputTokens: before.inputTokens + inputTokens,
      outputTokens: before.outputTokens + outputTokens,
      cost: cost === null ? before.cost : (before.cost ?? 0) + cost,
    };
  }

  /** @throws AppError `limit_reached` */
  check(): void {
    const { tokens, cost, seconds } = this.#limits;
    const used = this.#usage.inputTokens + this.#usage.outputTokens;
    if (tokens !== undefined && used >= tokens) throw reached(`${tokens} tokens`);
    if (cost !== undefined && (this.#usage.cost ?? 0) >= cost) throw reached(`${cost} dollars`);
    if (this.leftMs === 0) throw reached(`${seconds} seconds`);
  }
}

function reached(what: string): AppError {
  return new AppError('limit_reached', `The run may take ${what}, and has.`);
}
