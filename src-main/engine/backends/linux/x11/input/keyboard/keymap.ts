import { performance } from 'node:perf_hooks';
import type { XConnection } from '../../display/connection.ts';
import type { Disposable } from '../../../../../../base/async/disposable.ts';
import { characterOf } from './characters.ts';
import { isKeypad, keysymOfCharacter } from './keys.ts';
import { hasMoreThanTwo, readLayoutSymbols, type LayoutSymbols } from './layout-symbols.ts';

/** Bits of an event's state: https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#Keyboards */
export const stateBit = {
  shift: 0x01,
  lock: 0x02,
  control: 0x04,
  mod1: 0x08,
  numLock: 0x10,
  mod4: 0x40,
  mod5: 0x80,
} as const;
const groupShift = 13;

const numLockKeysym = 0xff7f;
const level3Keysym = 0xfe03;
/** Events of the keyboard extension, also as bits: https://www.x.org/releases/X11R7.7/doc/kbproto/xkbproto.html#Events */
const newKeyboard = 0;
const mapChanged = 1;
/** Key types, keysyms and modifiers. */
const mapParts = 0x07;
/** After a change of the map, keys pressed before it may still arrive for this long, in milliseconds. */
const latelyMs = 3_000;
/** Number of layouts with known columns in the core map. */
const coreGroups = [0, 1] as const;

/** How to type a keysym. */
export interface KeysymKey {
  readonly keycode: number;
  /** The required layout. */
  readonly group: number;
  readonly shift: boolean;
  /** The required NumLock state; null if irrelevant. */
  readonly numLock: true | null;
}

/** A snapshot of the server's key and button maps, with the state bits of NumLock and AltGr. */
export class Keymap {
  readonly #first: number;
  readonly #rows: readonly (readonly number[])[];
  readonly #layouts: readonly LayoutSymbols[] | null;
  /** By group. */
  readonly #places: readonly Map<number, KeysymKey>[];
  readonly #numLockBit: number;
  readonly #level3Bit: number;
  readonly #buttons: readonly number[];
  readonly #modifiers: readonly (readonly number[])[];

  /**
   * @param rows the core map
   * @param modifiers keycodes of each modifier
   * @param layouts keysyms of each key in each layout, if there are more than the core map distinguishes
   * @param buttons logical numbers of the pointer's buttons, from the first
   */
  constructor(
    first: number,
    rows: readonly (readonly number[])[],
    modifiers: readonly (readonly number[])[],
    layouts: readonly LayoutSymbols[] | null = null,
    buttons: readonly number[] = [],
  ) {
    this.#buttons = buttons;
    this.#modifiers = modifiers;
    this.#first = first;
    this.#rows = rows;
    this.#layouts = layouts;
    const groups = layouts ? ([0, 1, 2, 3] as const) : coreGroups;
    this.#places = groups.map(() => new Map<number, KeysymKey>());
    this.#numLockBit = this.#bitOf(numLockKeysym, modifiers);
    this.#level3Bit = this.#bitOf(level3Keysym, modifiers) || stateBit.mod5;
    for (const group of groups) rows.forEach((_, i) => this.#addPlaces(group, first + i));
  }

  get numLockBit(): number {
    return this.#numLockBit;
  }

  static async read(x: XConnection): Promise<Keymap> {
    const first = x.display.min_keycode;
    const count = x.display.max_keycode - first + 1;
    const [rows, modifiers, layouts, buttons] = await Promise.all([
      x.ask<readonly (readonly number[])[]>((client, done) => client.GetKeyboardMapping(first, count, done)),
      x.ask<readonly (readonly number[])[]>((client, done) => client.GetModifierMapping(done)),
      readLayoutSymbols(x),
      x.ask<readonly number[]>((client, done) => client.GetPointerMapping(done)),
    ]);
    return new Keymap(first, rows, modifiers, layouts?.some(hasMoreThanTwo) ? layouts : null, buttons);
  }

  /**
   * How to type a keysym plain or with Shift, in this layout if it has the keysym, else in the first that has; null if it needs
   * more, or no key has it.
   */
  find(keysym: number, group = 0): KeysymKey | null {
    for (const places of [this.#places[group], ...this.#places]) {
      const place = places?.get(keysym);
      if (place) return place;
    }
    return null;
  }

  /** The logical number of a physical button. Left-handed users, and those who reverse scrolling, swap theirs. */
  reportedButton(pressed: number): number {
    return this.#buttons[pressed - 1] ?? pressed;
  }

  /** The physical button for a logical one (`findings/x11-button-map-turns-what-xtest-presses.sh`). */
  pressedButton(reported: number): number {
    return this.#buttons.indexOf(reported) + 1 || reported;
  }

  /** The map with other keysyms for some keys, in the columns of the core protocol; by keycode. */
  with(keys: ReadonlyMap<number, readonly number[]>): Keymap {
    const rows = this.#rows.map((row, i) => casedRow(keys.get(this.#first + i)) ?? row);
    const layouts = this.#layouts?.map((symbols, i) =>
      keys.has(this.#first + i) ? [rows[i]?.slice(0, 2) ?? []] : symbols,
    );
    return new Keymap(this.#first, rows, this.#modifiers, layouts, this.#buttons);
  }

  /** A key's keysyms, in the columns of the core protocol; empty for invalid keycodes. */
  row(keycode: number): readonly number[] {
    return this.#rows[keycode - this.#first] ?? [];
  }

  /** Keycodes without keysyms, last first: layouts fill the map from the front. */
  unused(): number[] {
    return this.#rows.flatMap((row, i) => (row.every((keysym) => keysym === 0) ? [this.#first + i] : [])).reverse();
  }

  /** A key's unshifted keysym in the state's group. */
  base(keycode: number, state: number): number {
    return this.#levels(keycode, groupOf(state))[0] || this.#levels(keycode, 0)[0] || 0;
  }

  /** A key's keysym in this state, by the rules of the core protocol plus the third and fourth level. */
  keysym(keycode: number, state: number): number {
    const own = this.#levels(keycode, groupOf(state));
    const levels = own[0] ? own : this.#levels(keycode, 0);
    const third = state & this.#level3Bit && (own[2] ?? 0) !== 0;
    const plain = (third ? own[2] : levels[0]) ?? 0;
    const shifted = (third ? own[3] : levels[1]) || plain;
    let shift = (state & stateBit.shift) !== 0;
    if (isKeypad(shifted) && state & this.#numLockBit) shift = !shift;
    else if (state & stateBit.lock && isCased(plain, shifted)) shift = !shift;
    return shift ? shifted : plain;
  }

  /** Of one layout. The core map has the third and fourth level of the first two layouts after their first levels. */
  #levels(keycode: number, group: number): readonly number[] {
    const layouts = this.#layouts?.[keycode - this.#first];
    if (layouts) return layouts[group] ?? [];
    const row = this.row(keycode);
    const at = (group & 1) * 2;
    return [row[at], row[at + 1], row[4 + at], row[5 + at]].map((keysym) => keysym ?? 0);
  }

  #addPlaces(group: number, keycode: number): void {
    const places = this.#places[group];
    for (const level of [0, 1] as const) {
      const keysym = this.#levels(keycode, group)[level] ?? 0;
      const keypad = isKeypad(keysym);
      const character = keypad ? null : characterOf(keysym);
      // In many layouts, one letter has a legacy keysym, in others the one of its code point.
      const intended = character === null ? keysym : keysymOfCharacter(character);
      if (intended === 0 || !places || places.has(intended)) continue;
      const shifted = level === 1;
      places.set(intended, { keycode, group, shift: shifted && !keypad, numLock: shifted && keypad ? true : null });
    }
  }

  #bitOf(keysym: number, modifiers: readonly (readonly number[])[]): number {
    const index = modifiers.findIndex((codes) => codes.some((code) => code !== 0 && this.row(code).includes(keysym)));
    return index < 0 ? 0 : 1 << index;
  }
}

/** The current map, read again after a change. */
export class KeymapCache implements Disposable {
  readonly #x: XConnection;
  readonly #mapping: Disposable;
  #listening: Promise<void> | null = null;
  #current: Promise<Keymap> | null = null;
  #changedAt = -Infinity;

  constructor(x: XConnection) {
    this.#x = x;
    this.#mapping = x.onEvent((event) => {
      if (event.name === 'MappingNotify' || isMapEvent(event.xkbType)) this.#changed();
    });
  }

  /** Whether a key without keysyms may have had some when it was pressed: some programs type by changing the map. */
  get changedLately(): boolean {
    return performance.now() - this.#changedAt < latelyMs;
  }

  #changed(): void {
    this.#current = null;
    this.#changedAt = performance.now();
  }

  /** The server's current map: all earlier changes have arrived. */
  again(): Promise<Keymap> {
    this.#current = null;
    return this.get();
  }

  async get(): Promise<Keymap> {
    this.#listening ??= this.#listen();
    await this.#listening;
    this.#current ??= Keymap.read(this.#x);
    return this.#current;
  }

  /** An XKB client is notified of changes only if it subscribes, including the core protocol's map. */
  async #listen(): Promise<void> {
    const xkb = await this.#x.extension('xkb');
    const both = (1 << newKeyboard) | (1 << mapChanged);
    xkb?.SelectEvents(xkb.UseCoreKbd, both, 0, both, mapParts, mapParts, {});
  }

  dispose(): void {
    this.#mapping.dispose();
  }
}

function isMapEvent(xkbType: number | undefined): boolean {
  return xkbType === newKeyboard || xkbType === mapChanged;
}

function groupOf(state: number): number {
  return (state >> groupShift) & 3;
}

/** CapsLock affects only letters: keys whose two levels are the two cases of a letter. */
function isCased(plain: number, shifted: number): boolean {
  if (plain === shifted) return false;
  const latin = (keysym: number) => keysym < 0x100 || keysym >= 0x01000000;
  if (!latin(plain) || !latin(shifted)) return plain >= 0x100 && plain < 0xfd00;
  const [lower, upper] = [plain, shifted].map((keysym) => String.fromCodePoint(keysym & 0xffffff));
  return lower?.toUpperCase() === upper;
}

/** A letter alone stands for its two cases, as the server reads it. */
function casedRow(row: readonly number[] | undefined): readonly number[] | undefined {
  const [plain = 0, shifted = 0] = row ?? [];
  const letter = shifted === 0 ? characterOf(plain) : null;
  if (!row || letter === null) return row;
  const cases = [letter.toLowerCase(), letter.toUpperCase()];
  const isPair = cases[0] !== cases[1] && cases.every((one) => one.length === 1);
  return isPair ? [...cases.map(keysymOfCharacter), ...row.slice(2)] : row;
}
