import { AppError } from '#contract/errors';
import type { XConnection } from '../x11/connection.ts';
import type { Keymap } from './keymap.ts';
import type { Ledger } from './ledger.ts';

/** Left alone, so that other programs that borrow keycodes find some. */
const leaveFree = 2;

/** Keycodes by keysym; `changed` where the keyboard map had to change for them. */
export interface Loan {
  readonly codes: ReadonlyMap<number, number>;
  readonly changed: boolean;
}

/**
 * Keycodes without a meaning, lent to keysyms that no key has. A lent keycode keeps its keysym while it can: apps take
 * a new map late, and a key whose meaning was taken back too early types nothing.
 */
export class SpareKeys {
  readonly #x: XConnection;
  readonly #ledger: Ledger;
  /** Keycode by keysym, least recently used first. */
  readonly #lent = new Map<number, number>();

  constructor(x: XConnection, ledger: Ledger) {
    this.#x = x;
    this.#ledger = ledger;
  }

  /** Whether this keycode has its meaning from us. */
  lends(keycode: number): boolean {
    return [...this.#lent.values()].includes(keycode);
  }

  /** How many different keysyms can be lent at the same time. */
  capacity(keymap: Keymap): number {
    this.#forgetOverwritten(keymap);
    return this.#free(keymap).length + this.#lent.size;
  }

  /**
   * Gives every keysym a keycode; answers them, and whether the map had to change.
   * @throws AppError `unsupported_platform` where the keyboard map has no unused keycode
   */
  async lend(keysyms: ReadonlySet<number>, keymap: Keymap): Promise<Loan> {
    if (this.capacity(keymap) < keysyms.size) {
      throw new AppError('unsupported_platform', 'The keyboard map has no free keys for these characters.', {
        hint: 'Set the text through the element’s value instead.',
        delivery: 'not_delivered',
      });
    }
    const free = this.#free(keymap);
    const missing = [...keysyms].filter((keysym) => !this.#lent.has(keysym));
    for (const keysym of missing) this.#give(keysym, free.shift() ?? this.#takeBack(keysyms));
    if (missing.length > 0) await this.#x.sync();
    const codes = new Map<number, number>();
    for (const keysym of keysyms) codes.set(keysym, this.#touch(keysym));
    return { codes, changed: missing.length > 0 };
  }

  /** Makes the lent keycodes meaningless again, as they were found. */
  async restore(): Promise<void> {
    if (this.#lent.size === 0) return;
    for (const code of this.#lent.values()) {
      this.#x.client.ChangeKeyboardMapping(code, 2, [0, 0]);
      this.#ledger.remove('lent', code);
    }
    this.#lent.clear();
    await this.#x.sync();
  }

  #free(keymap: Keymap): number[] {
    return keymap
      .unused()
      .slice(leaveFree)
      .filter((code) => !this.lends(code));
  }

  /** A new layout, or another program, may have given a lent keycode another meaning: then it is ours no more. */
  #forgetOverwritten(keymap: Keymap): void {
    for (const [keysym, code] of this.#lent) {
      if (keymap.first(code) === keysym) continue;
      this.#lent.delete(keysym);
      this.#ledger.remove('lent', code);
    }
  }

  #give(keysym: number, code: number): void {
    this.#ledger.add({ kind: 'lent', code, keysym });
    // The same keysym on both levels, so that a held Shift does not matter.
    this.#x.client.ChangeKeyboardMapping(code, 2, [keysym, keysym]);
    this.#lent.set(keysym, code);
  }

  /** Makes it the last to be taken back. */
  #touch(keysym: number): number {
    const code = this.#lent.get(keysym);
    if (code === undefined) throw new Error('It was lent before.');
    this.#lent.delete(keysym);
    this.#lent.set(keysym, code);
    return code;
  }

  #takeBack(needed: ReadonlySet<number>): number {
    for (const [keysym, code] of this.#lent) {
      if (needed.has(keysym)) continue;
      this.#lent.delete(keysym);
      this.#ledger.remove('lent', code);
      return code;
    }
    throw new Error('The capacity was checked before.');
  }
}
