import { isKeyDown } from '../input/api.ts';
import { getKeyState } from './api.ts';
import type { HeldState } from './hook-events.ts';

/** Virtual key codes of either side: hooks tell them apart, even where what was sent does not. */
const codes = { ctrl: [0xa2, 0xa3], shift: [0xa0, 0xa1], alt: [0xa4, 0xa5], meta: [0x5b, 0x5c] } as const;
const modifierCodes: readonly number[] = Object.values(codes).flat();
const capsLock = 0x14;
const numLock = 0x90;
/** After so long without a key, what Windows says counts more than what was seen, in milliseconds. */
const quietMs = 250;

/**
 * Modifiers and locks, as the keys that were seen leave them. What Windows says is late inside a hook, and lacks what
 * was suppressed; but a release may go unseen, on a locked screen for one.
 */
export class HeldKeys {
  readonly #down = new Set<number>();
  readonly #locks = { capsLock: false, numLock: false };
  readonly #repeating = new Set<number>();
  #seen = 0;

  /** Takes over how things are. */
  begin(): void {
    this.#down.clear();
    this.#repeating.clear();
    for (const code of modifierCodes) if (isKeyDown(code)) this.#down.add(code);
    this.#locks.capsLock = isOn(capsLock);
    this.#locks.numLock = isOn(numLock);
  }

  /** @param isSuppressed keys of which Windows does not know that they are held */
  state(isSuppressed: (code: number) => boolean): HeldState {
    if (performance.now() - this.#seen > quietMs) {
      for (const code of this.#down) if (!isSuppressed(code) && !isKeyDown(code)) this.#down.delete(code);
    }
    const has = (side: readonly number[]) => side.some((code) => this.#down.has(code));
    const { ctrl, shift, alt, meta } = codes;
    return { ctrl: has(ctrl), shift: has(shift), alt: has(alt), meta: has(meta), ...this.#locks };
  }

  note(code: number, down: boolean): void {
    this.#seen = performance.now();
    if (modifierCodes.includes(code)) {
      if (down) this.#down.add(code);
      else this.#down.delete(code);
    }
    if (down && !this.#repeating.has(code)) this.#toggle(code);
    if (down) this.#repeating.add(code);
    else this.#repeating.delete(code);
  }

  #toggle(code: number): void {
    if (code === capsLock) this.#locks.capsLock = !this.#locks.capsLock;
    if (code === numLock) this.#locks.numLock = !this.#locks.numLock;
  }
}

function isOn(code: number): boolean {
  return (getKeyState(code) & 1) !== 0;
}
