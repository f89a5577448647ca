import { performance } from 'node:perf_hooks';
import { sleep } from '../../../../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import type { KeyChord, Modifier } from '#contract/model/recordings/action';
import type { KeyHold, Typing } from '../../../../../backend.ts';
import { splitChord } from '#contract/model/recordings/chord';
import type { Device } from '../device.ts';
import { stateBit, type Keymap, type KeymapCache, type KeysymKey } from './keymap.ts';
import { keysymsOf, unicodeKeysym } from './keys.ts';
import type { KeyboardState, Locks, LockState } from './locks.ts';
import type { RemapTiming } from './remap-timing.ts';
import type { TemporaryKeyRemap } from './temporary-key-remap.ts';
import { keysymsOfText, stretches } from '../text.ts';

/** Maximum time the user may keep holding a modifier, e.g. of the shortcut that triggered this action. */
const releaseMs = 2_000;
const lookEveryMs = 20;

type SetLocks = (wanted: Partial<LockState>) => void;

export interface KeyboardParts {
  readonly device: Device;
  readonly keymaps: KeymapCache;
  readonly locks: Locks;
  readonly remap: TemporaryKeyRemap;
  readonly timing: RemapTiming;
}

/** Typing and chords for the focused window. */
export class Keyboard {
  readonly #device: Device;
  readonly #keymaps: KeymapCache;
  readonly #locks: Locks;
  readonly #remap: TemporaryKeyRemap;
  readonly #timing: RemapTiming;

  constructor(parts: KeyboardParts) {
    this.#device = parts.device;
    this.#keymaps = parts.keymaps;
    this.#locks = parts.locks;
    this.#remap = parts.remap;
    this.#timing = parts.timing;
  }

  /** @throws AppError `invalid_parameter` for an unknown key name, `unsupported_platform` for a modifier without a key */
  async press(chord: KeyChord, hold?: KeyHold, past = false): Promise<void> {
    await this.#device.takeKeyboard();
    await this.#timing.begin();
    try {
      await this.#press(chord, hold, past);
    } finally {
      this.#timing.finished();
    }
  }

  async #press(chord: KeyChord, hold: KeyHold | undefined, past: boolean): Promise<void> {
    const { modifiers, key } = splitChord(chord);
    const beside = past ? keysymPast(key, modifiers) : null;
    const keymap = await this.#keymaps.get();
    const found = await this.#locks.read();
    const place =
      beside === null
        ? (this.#placeInChord(key, modifiers, keymap, found.group) ??
          (await this.#remapOne(keysymsOf(key)[0] ?? 0, keymap, hold?.signal)))
        : await this.#remapOne(beside, keymap, hold?.signal);
    const wanted = place.shift && !modifiers.includes('shift') ? [...modifiers, 'shift' as const] : modifiers;
    const held = wanted.map((modifier) => keycodeOf(modifier, keymap));
    await this.#locks.during(found, async (set) => {
      set({ group: place.group, ...(place.numLock && { locked: found.locked | keymap.numLockBit }) });
      if (hold) await this.#hold([...held, place.keycode], hold);
      else await this.#device.tap(place.keycode, held);
    });
  }

  async modifier(modifier: Modifier, down: boolean): Promise<void> {
    await this.#device.takeKeyboard();
    await this.#device.keys([keycodeOf(modifier, await this.#keymaps.get())], down);
  }

  /** Types any Unicode text. Characters without a key get remapped keys, all new ones of a segment at once. */
  async type(text: string, typing: Typing): Promise<void> {
    await this.#device.takeKeyboard();
    const found = await this.untilFree(typing.signal);
    await this.#timing.begin();
    try {
      await this.#locks.during(found, (set) => this.#typeAll(keysymsOfText(text, typing.past), found, set, typing));
    } finally {
      this.#timing.finished();
    }
  }

  async #typeAll(keysyms: readonly number[], found: KeyboardState, set: SetLocks, typing: Typing): Promise<void> {
    // CapsLock would affect remapped letters, too.
    set({ locked: found.locked & ~stateBit.lock });
    const keymap = await this.#keymaps.get();
    const has = (keysym: number) => this.#ownPlace(keysym, keymap, found.group) !== null;
    let done = 0;
    for (const stretch of stretches(keysyms, has, this.#remap.capacity(keymap, typing.past))) {
      await this.#typeStretch(stretch, done, found.group, set, typing);
      done += stretch.length;
    }
  }

  /**
   * Waits until no modifier is held, and returns the keyboard state.
   * @throws AppError `busy` if the user keeps holding one
   */
  async untilFree(signal: AbortSignal): Promise<KeyboardState> {
    const end = performance.now() + releaseMs;
    for (;;) {
      const state = await this.#locks.read();
      if (state.held === 0) return state;
      if (performance.now() > end) throw heldBySomebody(state.held);
      await sleep(lookEveryMs, signal);
    }
  }

  async #typeStretch(
    keysyms: readonly number[],
    done: number,
    group: number,
    set: SetLocks,
    { signal, beforeKey, past = false }: Typing,
  ): Promise<void> {
    const keymap = await this.#keymaps.get();
    const places = keysyms.map((keysym) => this.#ownPlace(keysym, keymap, group));
    const own = await this.#timing.map(new Set(keysyms.filter((_, i) => !places[i])), keymap, {
      signal,
      // A press of Shift alone switches some input methods to Latin letters.
      bare: past,
    });
    const shift = keycodeOf('shift', keymap);
    for (const [i, keysym] of keysyms.entries()) {
      const [{ held }] = await Promise.all([this.#locks.read(), beforeKey(done + i)]);
      if (signal.aborted) throw signal.reason instanceof AppError ? signal.reason : new AppError('cancelled');
      if (held !== 0) await this.untilFree(signal).then(() => beforeKey(done + i));
      const place = places[i] ?? own.get(keysym);
      if (!place) throw new Error('Every keysym has a place of its own or a remapped one.');
      set({ group: places[i]?.group ?? group });
      await this.#device.tap(place.keycode, place.shift ? [shift] : []);
    }
  }

  async #hold(keycodes: readonly number[], { ms, signal }: KeyHold): Promise<void> {
    try {
      await this.#device.keys(keycodes, true);
      await sleep(ms, signal);
    } finally {
      await this.#device.keys([...keycodes].reverse(), false);
    }
  }

  /** The key of the layout itself: our remapped keys may be restored, so they do not count. */
  #ownPlace(keysym: number, keymap: Keymap, group: number): KeysymKey | null {
    const place = keymap.find(keysym, group);
    return place && !this.#remap.owns(place.keycode) ? place : null;
  }

  /** Null if the layout has no such key, or has a letter or digit only with a Shift that is not part of the shortcut. */
  #placeInChord(key: string, modifiers: readonly Modifier[], keymap: Keymap, group: number): KeysymKey | null {
    const places = keysymsOf(key).map((keysym) => this.#ownPlace(keysym, keymap, group));
    const place = places.find((each) => each !== null) ?? null;
    const isShortcut = modifiers.length > 0 && !modifiers.includes('shift');
    return place?.shift && isShortcut && /^[\p{L}\p{N}]$/u.test(key) ? null : place;
  }

  async #remapOne(keysym: number, keymap: Keymap, signal?: AbortSignal): Promise<KeysymKey> {
    const place = (await this.#timing.map(new Set([keysym]), keymap, { signal, bare: true })).get(keysym);
    if (!place) throw new Error('What is remapped has a place.');
    return place;
  }
}

/** The character of a key, in the case that Shift gives it; null for others. */
function keysymPast(key: string, modifiers: readonly Modifier[]): number | null {
  const character = key === 'Space' ? ' ' : key;
  if (Array.from(character).length > 1 || modifiers.some((modifier) => modifier !== 'shift')) return null;
  return unicodeKeysym(modifiers.length > 0 ? character.toUpperCase() : character);
}

/** @throws AppError `unsupported_platform` */
function keycodeOf(modifier: Modifier, keymap: Keymap): number {
  for (const keysym of keysymsOf(modifier)) {
    const place = keymap.find(keysym);
    if (place) return place.keycode;
  }
  throw new AppError('unsupported_platform', `This keyboard has no ${modifier} key.`, { delivery: 'not_delivered' });
}

const namesOfBits: readonly (readonly [bit: number, name: string])[] = [
  ...([[stateBit.control, 'Ctrl'] as const, [stateBit.shift, 'Shift'] as const] as const),
  ...([[stateBit.mod1, 'Alt'] as const, [stateBit.mod4, 'Meta'] as const, [stateBit.mod5, 'AltGr'] as const] as const),
];

function heldBySomebody(held: number): AppError {
  const names = namesOfBits.flatMap(([bit, name]) => (held & bit ? [name] : []));
  return new AppError('busy', `${names.join(' and ') || 'A modifier'} is held down on the keyboard.`, {
    hint: 'Release it. If no one holds it, press and release it once: a program may have left it pressed.',
  });
}
