import { monotonicMs } from '../../../../base/async/monotonic.ts';

export interface AllowanceLimits {
  /** So much may be spent at once, in milliseconds. */
  readonly mostMs: number;
  /** … and of the time in the long run. */
  readonly share: number;
  /** In milliseconds; from any start. */
  readonly now?: () => number;
}

/** Time that something may take that others could do without. */
export class Allowance {
  readonly #limits: Required<AllowanceLimits>;
  #leftMs: number;
  #since: number;

  constructor({ mostMs, share, now = monotonicMs }: AllowanceLimits) {
    this.#limits = { mostMs, share, now };
    this.#leftMs = mostMs;
    this.#since = now();
  }

  /**
   * Null, and nothing is done, while too much was spent.
   * @param work asks by `isSpent` whether it is to end, and costs what it takes where it does not
   */
  spend<T>(work: (isSpent: () => boolean) => T): T | null {
    const { mostMs, share, now } = this.#limits;
    const begun = now();
    this.#leftMs = Math.min(mostMs, this.#leftMs + (begun - this.#since) * share);
    this.#since = begun;
    if (this.#leftMs <= 0) return null;
    try {
      return work(() => now() - begun >= this.#leftMs);
    } finally {
      this.#since = now();
      this.#leftMs -= this.#since - begun;
    }
  }
}
