import type { Disposable } from '../../../../../base/async/disposable.ts';
import type { RawInput } from '../../../../backend.ts';

/** Holds what is told for some time, so that what others tell later of earlier moments comes before it. */
export class InOrder implements Disposable {
  readonly #holdMs: number;
  readonly #listener: (input: RawInput) => void;
  #held: readonly RawInput[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param holdMs how late anyone tells, in milliseconds */
  constructor(holdMs: number, listener: (input: RawInput) => void) {
    this.#holdMs = holdMs;
    this.#listener = listener;
  }

  push(input: RawInput): void {
    // What has the same time stays in the order in which it was told.
    this.#held = [...this.#held, input].sort((a, b) => a.time - b.time);
    this.#schedule();
  }

  /** What is still held is reported at once. */
  dispose(): void {
    clearTimeout(this.#timer);
    for (const input of this.#held) this.#listener(input);
    this.#held = [];
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const [first] = this.#held;
    if (first) this.#timer = setTimeout(() => this.#tell(), Math.max(0, first.time + this.#holdMs - performance.now()));
  }

  #tell(): void {
    const until = performance.now() - this.#holdMs;
    const ripe = this.#held.filter(({ time }) => time <= until);
    this.#held = this.#held.slice(ripe.length);
    for (const input of ripe) this.#listener(input);
    this.#schedule();
  }
}
