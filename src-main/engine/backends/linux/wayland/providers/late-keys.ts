import type { RawInput } from '../../../../backend.ts';

/** Marks keys that their app told of only after a later press: what had the focus when they came, no one can say any more. */
export class LateKeys {
  #pressedAt = -Infinity;

  /** In the order in which it is told. */
  mark(input: RawInput): RawInput {
    if (input.type === 'button' && input.down) this.#pressedAt = Math.max(this.#pressedAt, input.time);
    return input.type === 'key' && input.time < this.#pressedAt ? { ...input, isLate: true } : input;
  }
}
