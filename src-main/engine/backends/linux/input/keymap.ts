import type { XConnection } from '../x11/connection.ts';
import type { Disposable } from '../../../../base/disposable.ts';

/** Bits of an event's state: https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#Keyboards */
export const stateBit = { shift: 0x01, lock: 0x02, control: 0x04, mod1: 0x08, mod4: 0x40, mod5: 0x80 } as const;
const groupShift = 13;

const numLockKeysym = 0xff7f;
const level3Keysym = 0xfe03;

/** The server's keyboard map at one moment: what each key means, and which state bits NumLock and AltGr are. */
export class Keymap {
  readonly #first: number;
  readonly #rows: readonly (readonly number[])[];
  readonly #places = new Map<number, { readonly keycode: number; readonly shift: boolean }>();
  readonly #numLockBit: number;
  readonly #level3Bit: number;

  constructor(first: number, rows: readonly (readonly number[])[], modifiers: readonly (readonly number[])[]) {
    this.#first = first;
    this.#rows = rows;
    this.#numLockBit = this.#bitOf(numLockKeysym, modifiers);
    this.#level3Bit = this.#bitOf(level3Keysym, modifiers) || stateBit.mod5;
    rows.forEach((row, i) => {
      for (const level of [0, 1] as const) {
        const keysym = row[level] ?? 0;
        if (keysym !== 0 && !this.#places.has(keysym)) {
          this.#places.set(keysym, { keycode: first + i, shift: level === 1 });
        }
      }
    });
  }

  static async read(x: XConnection): Promise<Keymap> {
    const first = x.display.min_keycode;
    const count = x.display.max_keycode - first + 1;
    const [rows, modifiers] = await Promise.all([
      x.ask<readonly (readonly number[])[]>((client, done) => client.GetKeyboardMapping(first, count, done)),
      x.ask<readonly (readonly number[])[]>((client, done) => client.GetModifierMapping(done)),
    ]);
    return new Keymap(first, rows, modifiers);
  }

  /** Where a keysym is typed with nothing or Shift held, or null where it needs more, or no key has it. */
  find(keysym: number): { readonly keycode: number; readonly shift: boolean } | null {
    return this.#places.get(keysym) ?? null;
  }

  /** Keycodes that mean nothing, last first: layouts fill the map from the front. */
  unused(): number[] {
    return this.#rows.flatMap((row, i) => (row.every((keysym) => keysym === 0) ? [this.#first + i] : [])).reverse();
  }

  /** What the key means unshifted in the state's group. */
  base(keycode: number, state: number): number {
    const row = this.#row(keycode);
    return row[groupOf(state) * 2] || row[0] || 0;
  }

  /**
   * What the key means in this state, by the rules of the core protocol plus the columns where XKB puts the third and
   * fourth level of the first group.
   */
  keysym(keycode: number, state: number): number {
    const row = this.#row(keycode);
    const group = groupOf(state) * 2;
    const offset = state & this.#level3Bit && (row[4] ?? 0) !== 0 ? 4 : (row[group] ?? 0) === 0 ? 0 : group;
    const plain = row[offset] ?? 0;
    const shifted = row[offset + 1] || plain;
    const isKeypad = shifted >= 0xff80 && shifted <= 0xffbd;
    let shift = (state & stateBit.shift) !== 0;
    if (isKeypad && state & this.#numLockBit) shift = !shift;
    else if (state & stateBit.lock && isCased(plain, shifted)) shift = !shift;
    return shift ? shifted : plain;
  }

  #row(keycode: number): readonly number[] {
    return this.#rows[keycode - this.#first] ?? [];
  }

  #bitOf(keysym: number, modifiers: readonly (readonly number[])[]): number {
    const index = modifiers.findIndex((codes) => codes.some((code) => code !== 0 && this.#row(code).includes(keysym)));
    return index < 0 ? 0 : 1 << index;
  }
}

/** The current map, read again after the server announced a new one. */
export class KeymapCache implements Disposable {
  readonly #x: XConnection;
  readonly #mapping: Disposable;
  #current: Promise<Keymap> | null = null;

  constructor(x: XConnection) {
    this.#x = x;
    this.#mapping = x.onEvent((event) => {
      if (event.name === 'MappingNotify') this.#current = null;
    });
  }

  get(): Promise<Keymap> {
    this.#current ??= Keymap.read(this.#x);
    return this.#current;
  }

  dispose(): void {
    this.#mapping.dispose();
  }
}

function groupOf(state: number): number {
  return (state >> groupShift) & 1;
}

/** CapsLock turns letters only: those whose two levels are one letter in two cases. */
function isCased(plain: number, shifted: number): boolean {
  if (plain === shifted) return false;
  const latin = (keysym: number) => keysym < 0x100 || keysym >= 0x01000000;
  if (!latin(plain) || !latin(shifted)) return plain >= 0x100 && plain < 0xfd00;
  const [lower, upper] = [plain, shifted].map((keysym) => String.fromCodePoint(keysym & 0xffffff));
  return lower?.toUpperCase() === upper;
}
