import { performance } from 'node:perf_hooks';
import { AppError } from '#contract/errors';
import { type KeyChord, type Modifier, modifiers } from '#contract/model/recordings/action';
import { splitChord, keyNames } from '#contract/model/recordings/chord';
import { quoted } from '#contract/foreign-text';
import { sleep } from '../../../../base/async/deadline.ts';
import type { KeyHold, Typing } from '../../../backend.ts';
import { charactersToType } from '../../../input/keyboard/characters-to-type.ts';
import { getForegroundWindow, isHungAppWindow } from '../native/window.ts';
import type { Handle } from '../native/types.ts';
import * as api from './api.ts';
import type { Device } from './device.ts';
import { modifierKeys, namedKey, type VirtualKey, letterOrDigit } from './virtual-keys.ts';
import { keyOfCharacter } from './layout.ts';

/** Maximum time the user may keep holding a modifier, e.g. of the shortcut that triggered this action. */
const releaseMs = 2_000;
const lookEveryMs = 20;
/** An app's queue holds 10,000 messages; responsiveness is checked every this many characters. */
const charactersBetweenLooks = 64;

/** Typing and chords for the focused window. */
export class Keyboard {
  readonly #device: Device;

  constructor(device: Device) {
    this.#device = device;
  }

  /** @throws AppError `invalid_parameter` for an unknown key name, `unsupported_platform` for a key that Windows lacks */
  async press(chord: KeyChord, hold?: KeyHold): Promise<void> {
    const { modifiers, key } = splitChord(chord);
    const place = placeInChord(key, modifiers, api.layoutInFront());
    const wanted = place.shift && !modifiers.includes('shift') ? [...modifiers, 'shift' as const] : modifiers;
    const held = wanted.map(keyOfModifier);
    if (place.key === null) this.#device.character(key);
    else if (hold) await this.#hold([...held, place.key], hold);
    else this.#device.tap(place.key, held);
  }

  modifier(modifier: Modifier, down: boolean): void {
    this.#device.keys([keyOfModifier(modifier)], down);
  }

  /** Any Unicode text, as characters rather than keys: independent of layout and locks. */
  async type(text: string, { signal, beforeKey }: Typing): Promise<void> {
    for (const [typed, character] of charactersToType(text).entries()) {
      await beforeKey(typed);
      if (this.#heldBySomebody().length > 0) await this.untilFree(signal).then(() => beforeKey(typed));
      if (signal.aborted) throw signal.reason instanceof AppError ? signal.reason : new AppError('cancelled');
      if (typed % charactersBetweenLooks === 0) refuseHung();
      this.#type(character);
    }
  }

  /** @throws AppError `busy` if the user keeps holding a modifier */
  async untilFree(signal: AbortSignal): Promise<void> {
    const end = performance.now() + releaseMs;
    for (;;) {
      const held = this.#heldBySomebody();
      if (held.length === 0) return;
      if (performance.now() > end) throw heldError(held);
      await sleep(lookEveryMs, signal);
    }
  }

  /** Apps expect these as keys; a space presses a button. */
  #type(character: string): void {
    const name = { '\n': 'Enter', '\t': 'Tab', ' ': 'Space' }[character];
    const key = name === undefined ? undefined : namedKey(name);
    if (key) this.#device.tap(key, []);
    else this.#device.character(character);
  }

  async #hold(keys: readonly VirtualKey[], { ms, signal }: KeyHold): Promise<void> {
    try {
      this.#device.keys(keys, true);
      await sleep(ms, signal);
    } finally {
      this.#device.keys([...keys].reverse(), false);
    }
  }

  #heldBySomebody(): readonly Modifier[] {
    const modifiers = Object.keys(modifierKeys) as Modifier[];
    const isHeld = ({ code }: VirtualKey) => !this.#device.holds(code) && api.isKeyDown(code);
    return modifiers.filter((modifier) => modifierKeys[modifier].some(isHeld));
  }
}

function keyOfModifier(modifier: Modifier): VirtualKey {
  const left = namedKey(modifier);
  if (!left) throw new Error('Every modifier has a key.');
  return left;
}

/** @throws AppError `target_not_responding` */
function refuseHung(): void {
  if (isHungAppWindow(getForegroundWindow()) === 0) return;
  throw new AppError('target_not_responding', 'The app does not take its keys.');
}

const namesOfModifiers: Readonly<Record<Modifier, string>> = {
  ctrl: 'Ctrl',
  shift: 'Shift',
  alt: 'Alt',
  meta: 'the Windows key',
  altgr: 'AltGr',
};

function heldError(held: readonly Modifier[]): AppError {
  const names = held.map((modifier) => namesOfModifiers[modifier]).join(' and ');
  return new AppError('busy', `${names} is held down on the keyboard.`, {
    hint: 'Release it. If no one holds it, press and release it once: a program may have left it pressed.',
  });
}

/** The key of a character, named key or modifier; null if there is none and it must be typed as text. */
interface CharacterKey {
  readonly key: VirtualKey | null;
  /** The character needs Shift. */
  readonly shift: boolean;
}

/**
 * @param layout of the target program
 * @throws AppError `invalid_parameter` for an unknown key name; `unsupported_platform` for a key missing on this keyboard, and
 * for the chord that Windows accepts only from the user
 */
export function placeInChord(key: string, modifiers: readonly Modifier[], layout: Handle): CharacterKey {
  if ([...modifiers, key].join('+') === 'ctrl+alt+Delete') throw attention();
  const named = namedKey(key);
  if (named) return { key: named, shift: false };
  if (Array.from(key).length !== 1) throw noSuchKey(key);
  const isShortcut = modifiers.some((each) => each !== 'shift');
  const code = key.toUpperCase().charCodeAt(0);
  if (isShortcut && letterOrDigit(code) === key) return plainKey(code);
  const place = keyOfCharacter(key, layout);
  if (place) return { ...plainKey(place.code), shift: place.shift };
  if (modifiers.length === 0) return { key: null, shift: false };
  throw new AppError('unsupported_platform', `The keyboard layout in front has no key for ${quoted(key)}.`, {
    hint: 'Switch the layout, or type the character as text.',
    delivery: 'not_delivered',
  });
}

function plainKey(code: number): CharacterKey {
  return { key: { code, extended: false }, shift: false };
}

/** Windows drops it if sent by programs: https://learn.microsoft.com/windows/win32/api/sas/nf-sas-sendsas */
function attention(): AppError {
  return new AppError('unsupported_platform', 'Windows accepts Ctrl+Alt+Delete only from the keyboard.', {
    hint: 'Ctrl+Shift+Escape opens the Task Manager.',
    delivery: 'not_delivered',
  });
}

function noSuchKey(key: string): AppError {
  if ([...keyNames, ...modifiers].some((known) => known === key)) {
    return new AppError('unsupported_platform', `Keyboards on Windows have no ${key} key.`, {
      hint: 'Press the chord that does the same, such as ctrl+c.',
      delivery: 'not_delivered',
    });
  }
  return new AppError('invalid_parameter', `There is no key ${quoted(key)}.`, { delivery: 'not_delivered' });
}
