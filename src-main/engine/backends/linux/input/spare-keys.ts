import { AppError } from '#contract/errors';
import type { XConnection } from '../x11/connection.ts';
import type { Keymap } from './keymap.ts';

/** Left alone, so that other programs that borrow keycodes find some. */
const leaveFree = 2;

/**
 * Keycodes without a meaning, lent to keysyms that no key has. A lent keycode keeps its keysym while it can: apps take
 * a new map late, and a key whose meaning was taken back too early types nothing.
 */
export class SpareKeys {
  readonly #x: XConnection;
  /** Least recently used first. */
  readonly #lent = new Map<number, number>();
  #free: number[] | null = null;

  constructor(x: XConnection) {
    this.#x = x;
  }

  /** Whether this keycode has its meaning from us. */
  lends(keycode: number): boolean {
    return [...this.#lent.values()].includes(keycode);
  }

  /** How many different keysyms can be lent at the same time. */
  capacity(keymap: Keymap): number {
    this.#free ??= keymap.unused().slice(leaveFree);
    return this.#free.length + this.#lent.size;
  }

  /**
   * Gives every keysym a keycode; answers them, and whether the map had to change.
   * @throws AppError `unsupported_platform` where the keyboard map has no unused keycode
   */
  async lend(keysyms: ReadonlySet<number>, keymap: Keymap): Promise<{ codes: Map<number, number>; changed: boolean }> {
    if (this.capacity(keymap) < keysyms.size) {
      throw new AppError('unsupported_platform', 'The keyboard map has no free keys for these characters.', {
        hint: 'Set the text through the element’s value instead.',
        delivery: 'not_delivered',
      });
    }
    const codes = new Map<number, number>();
    for (const keysym of keysyms) {
      const code = this.#lent.get(keysym);
      if (code === undefined) continue;
      this.#touch(keysym, code);
      codes.set(keysym, code);
    }
    const missing = [...keysyms].filter((keysym) => !codes.has(keysym));
    for (const keysym of missing) {
      const code = this.#free?.shift() ?? this.#takeBack(keysyms);
      // The same keysym on both levels, so that a held Shift does not matter.
      this.#x.client.ChangeKeyboardMapping(code, 2, [keysym, keysym]);
      this.#touch(keysym, code);
      codes.set(keysym, code);
    }
    if (missing.length > 0) await this.#x.sync();
    return { codes, changed: missing.length > 0 };
  }

  /** Makes the lent keycodes meaningless again, as they were found. */
  async restore(): Promise<void> {
    if (this.#lent.size === 0) return;
    for (const code of this.#lent.values()) this.#x.client.ChangeKeyboardMapping(code, 2, [0, 0]);
    this.#lent.clear();
    this.#free = null;
    await this.#x.sync();
  }

  #touch(keysym: number, code: number): void {
    this.#lent.delete(keysym);
    this.#lent.set(keysym, code);
  }

  #takeBack(needed: ReadonlySet<number>): number {
    for (const [keysym, code] of this.#lent) {
      if (needed.has(keysym)) continue;
      this.#lent.delete(keysym);
      return code;
    }
    throw new Error('The capacity was checked before.');
  }
}
