import { AppError } from '#contract/errors';
import type { XConnection } from '../../display/connection.ts';
import type { Keymap, KeysymKey } from './keymap.ts';
import type { PressedKeyJournal } from './pressed-key-journal.ts';

/** Left unused for other programs that remap keycodes. */
const leaveFree = 2;
/** A remapped keycode has one keysym plain, and another with Shift. */
const levels = [0, 1] as const;

/** Keys of mapped keysyms; `changed` if the keyboard map had to change for them. */
export interface Mapped {
  readonly places: ReadonlyMap<number, KeysymKey>;
  readonly changed: boolean;
}

/** One level of a remapped keycode. */
interface Slot {
  readonly keycode: number;
  readonly level: (typeof levels)[number];
}

/**
 * Spare keycodes, mapped temporarily to keysyms without a key. A remapped keycode keeps its keysyms as long as possible: apps
 * read a new map late, and a key that is restored too early types nothing.
 */
export class TemporaryKeyRemap {
  readonly #x: XConnection;
  readonly #journal: PressedKeyJournal;
  /** By keysym, least recently used first. */
  readonly #slots = new Map<number, Slot>();

  constructor(x: XConnection, journal: PressedKeyJournal) {
    this.#x = x;
    this.#journal = journal;
  }

  get isActive(): boolean {
    return this.#slots.size > 0;
  }

  /** Whether this keycode is currently remapped by us. */
  owns(keycode: number): boolean {
    return this.#keycodes().has(keycode);
  }

  /** Maximum number of simultaneously mapped keysyms; `bare` without Shift. */
  capacity(keymap: Keymap, bare = false): number {
    this.#forgetOverwritten(keymap);
    const used = [...this.#slots.values()].filter(({ level }) => !(bare && level === 1));
    return this.#free(keymap, bare).length + used.length;
  }

  /** Whether mapping these would evict another keysym. */
  mustReuse(keysyms: ReadonlySet<number>, keymap: Keymap, bare = false): boolean {
    this.#forgetOverwritten(keymap);
    return [...keysyms].filter((keysym) => !this.#has(keysym, bare)).length > this.#free(keymap, bare).length;
  }

  /**
   * Maps every keysym; `bare` requires keys without Shift.
   * @throws AppError `unsupported_platform` if the keyboard map has no spare keycode
   */
  async map(keysyms: ReadonlySet<number>, keymap: Keymap, bare = false): Promise<Mapped> {
    if (this.capacity(keymap, bare) < keysyms.size) {
      throw new AppError('unsupported_platform', 'The keyboard map has no free keys for these characters.', {
        hint: 'Set the text through the element’s value instead.',
        delivery: 'not_delivered',
      });
    }
    const free = this.#free(keymap, bare);
    const missing = [...keysyms].filter((keysym) => !this.#has(keysym, bare));
    for (const keysym of missing) this.#slots.set(keysym, free.shift() ?? this.#takeBack(keysyms, bare));
    const touched = missing.flatMap((keysym) => this.#slots.get(keysym)?.keycode ?? []);
    for (const keycode of new Set(touched)) this.#write(keycode);
    if (missing.length > 0) await this.#x.sync();
    const places = new Map<number, KeysymKey>();
    for (const keysym of keysyms) places.set(keysym, this.#use(keysym));
    return { places, changed: missing.length > 0 };
  }

  /** Restores the remapped keycodes. */
  async restore(): Promise<void> {
    for (const keycode of this.#keycodes()) {
      this.#x.client.ChangeKeyboardMapping(keycode, 2, [0, 0]);
      this.#journal.remove('remap', keycode);
    }
    this.#slots.clear();
    await this.#x.sync();
  }

  #keycodes(): Set<number> {
    return new Set([...this.#slots.values()].map(({ keycode }) => keycode));
  }

  /** Those without Shift first. */
  #free(keymap: Keymap, bare: boolean): Slot[] {
    const taken = new Set([...this.#slots.values()].map(nameOfSlot));
    const own = this.#keycodes();
    const unused = keymap.unused().filter((keycode) => !own.has(keycode));
    const keycodes = [...own, ...unused.slice(leaveFree)];
    const slots = levels.flatMap((level) => keycodes.map((keycode) => ({ keycode, level })));
    return slots.filter((slot) => !taken.has(nameOfSlot(slot)) && !(bare && slot.level === 1));
  }

  #has(keysym: number, bare: boolean): boolean {
    const slot = this.#slots.get(keysym);
    return slot !== undefined && !(bare && slot.level === 1);
  }

  /** A new layout or another program may have changed a remapped keycode, which is then no longer ours. */
  #forgetOverwritten(keymap: Keymap): void {
    for (const [keysym, { keycode, level }] of this.#slots) {
      if (keymap.row(keycode)[level] === keysym) continue;
      this.#slots.delete(keysym);
      if (!this.owns(keycode)) this.#journal.remove('remap', keycode);
    }
  }

  #write(keycode: number): void {
    const meanings = [...this.#slots].filter(([, slot]) => slot.keycode === keycode);
    const [plain, shifted] = levels.map((level) => meanings.find(([, slot]) => slot.level === level)?.[0]);
    const [first, second] = [plain ?? shifted ?? 0, shifted ?? plain ?? 0];
    this.#journal.replace({ kind: 'remap', code: keycode, keysym: first });
    this.#x.client.ChangeKeyboardMapping(keycode, 2, [first, second]);
  }

  /** Marks it as the most recently used. */
  #use(keysym: number): KeysymKey {
    const slot = this.#slots.get(keysym);
    if (!slot) throw new Error('It was mapped before.');
    this.#slots.delete(keysym);
    this.#slots.set(keysym, slot);
    return { keycode: slot.keycode, group: 0, shift: slot.level === 1, numLock: null };
  }

  #takeBack(needed: ReadonlySet<number>, bare: boolean): Slot {
    for (const [keysym, slot] of this.#slots) {
      if (needed.has(keysym) || (bare && slot.level === 1)) continue;
      this.#slots.delete(keysym);
      return slot;
    }
    throw new Error('The capacity was checked before.');
  }
}

function nameOfSlot({ keycode, level }: Slot): string {
  return `${keycode}/${level}`;
}
