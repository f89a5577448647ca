import { performance } from 'node:perf_hooks';
import { sleep } from '../../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import type { KeyChord, Modifier } from '#contract/model/recordings/action';
import type { KeyHold, Typing } from '../../../backend.ts';
import { charactersToType } from '../../../input/keyboard/characters-to-type.ts';
import { splitChord } from '#contract/model/recordings/chord';
import * as api from './api.ts';
import { placeInChord } from './chord-keys.ts';
import type { Device } from './device.ts';
import { modifierKeys, namedKey, type VirtualKey } from './virtual-keys.ts';
import { getForegroundWindow, isHungAppWindow } from '../native/window.ts';

/** How long somebody may go on holding a modifier, e.g. that of the shortcut which began all this. */
const releaseMs = 2_000;
const lookEveryMs = 20;
/** An app's queue holds 10,000 messages; whether it still takes them is asked every so many characters. */
const charactersBetweenLooks = 64;

/** Typing and chords on whatever has the keyboard focus. */
export class Keyboard {
  readonly #device: Device;

  constructor(device: Device) {
    this.#device = device;
  }

  /** @throws AppError `invalid_parameter` for an unknown key name, `unsupported_platform` for a key that Windows has not */
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

  /** Any Unicode text, as characters rather than keys: no layout and no lock changes them. */
  async type(text: string, { signal, beforeKey }: Typing): Promise<void> {
    for (const [typed, character] of charactersToType(text).entries()) {
      await beforeKey(typed);
      if (this.#heldBySomebody().length > 0) await this.untilFree(signal).then(() => beforeKey(typed));
      if (signal.aborted) throw signal.reason instanceof AppError ? signal.reason : new AppError('cancelled');
      if (typed % charactersBetweenLooks === 0) refuseHung();
      this.#type(character);
    }
  }

  /** @throws AppError `busy` where somebody goes on holding a modifier */
  async untilFree(signal: AbortSignal): Promise<void> {
    const end = performance.now() + releaseMs;
    for (;;) {
      const held = this.#heldBySomebody();
      if (held.length === 0) return;
      if (performance.now() > end) throw heldError(held);
      await sleep(lookEveryMs, signal);
    }
  }

  /** Apps wait for these as keys; a blank presses a button. */
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
    hint: 'Let go of it. If no one holds it, press and release it once: a program may have left it down.',
  });
}
