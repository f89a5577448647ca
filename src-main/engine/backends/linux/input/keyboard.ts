import { sleep } from '../../../../base/deadline.ts';
import { AppError } from '#contract/errors';
import type { KeyChord, Modifier } from '#contract/model/action';
import type { XPointer } from 'x11';
import type { XConnection } from '../x11/connection.ts';
import type { Device } from './device.ts';
import { stateBit, type Keymap, type KeymapCache } from './keymap.ts';
import { keysymOf, keysymOfCharacter, modifierKeysym, splitChord } from './keys.ts';
import { SpareKeys } from './spare-keys.ts';

/** How long apps are given to take a changed keyboard map. Below 100 ms Qt 5 and Chromium lose characters. */
const settleMs = 100;
/** Between keys: some toolkits drop what comes in one burst after a change of the map. */
const betweenKeysMs = 5;
/** Lent keys are given back after this long without typing; sooner would break what apps have not read yet. */
const idleMs = 5_000;

/** Typing and chords on whatever has the keyboard focus. */
export class Keyboard {
  readonly #x: XConnection;
  readonly #device: Device;
  readonly #keymaps: KeymapCache;
  readonly #spare: SpareKeys;
  #idle: NodeJS.Timeout | undefined;

  constructor(x: XConnection, device: Device, keymaps: KeymapCache) {
    this.#x = x;
    this.#device = device;
    this.#keymaps = keymaps;
    this.#spare = new SpareKeys(x);
  }

  /** @throws AppError `invalid_parameter` for an unknown key name */
  async press(chord: KeyChord): Promise<void> {
    const { modifiers, key } = splitChord(chord);
    const keymap = await this.#keymaps.get();
    const keysym = keysymOf(key);
    const place = this.#ownPlace(keysym, keymap) ?? (await this.#lendOne(keysym, keymap));
    const wanted = place.shift && !modifiers.includes('shift') ? [...modifiers, 'shift' as const] : modifiers;
    await this.#device.tap(
      place.keycode,
      wanted.map((modifier) => keycodeOf(modifier, keymap)),
    );
  }

  async modifier(modifier: Modifier, down: boolean): Promise<void> {
    await this.#device.key(keycodeOf(modifier, await this.#keymaps.get()), down);
  }

  /** Types any Unicode text. Characters that no key has get spare keys, all new ones of a stretch at once. */
  async type(text: string, signal: AbortSignal): Promise<void> {
    const keymap = await this.#keymaps.get();
    const keysyms = Array.from(text.replace(/\r\n?/g, '\n'), keysymOfCharacter);
    const capsLock = await this.#capsLock();
    const has = (keysym: number) => this.#ownPlace(keysym, keymap) !== null;
    for (const stretch of stretches(keysyms, has, this.#spare.capacity(keymap))) {
      await this.#typeStretch(stretch, keymap, capsLock, signal);
    }
  }

  /** Gives back what was lent at once. */
  async restore(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#spare.restore();
  }

  async #typeStretch(
    keysyms: readonly number[],
    keymap: Keymap,
    capsLock: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const unknown = new Set(keysyms.filter((keysym) => !this.#ownPlace(keysym, keymap)));
    const { codes, changed } = await this.#lend(unknown, keymap);
    if (changed) await sleep(settleMs, signal);
    const shift = keycodeOf('shift', keymap);
    for (const keysym of keysyms) {
      if (signal.aborted) throw signal.reason instanceof AppError ? signal.reason : new AppError('cancelled');
      const place = this.#ownPlace(keysym, keymap) ?? { keycode: codes.get(keysym) ?? 0, shift: false };
      const shifted = place.shift !== (capsLock && isLetter(keysym) && !codes.has(keysym));
      await this.#device.tap(place.keycode, shifted ? [shift] : []);
      await sleep(betweenKeysMs, signal);
    }
  }

  /** Where the layout itself has the keysym: what we lent may be taken back, and counts as not there. */
  #ownPlace(keysym: number, keymap: Keymap): { keycode: number; shift: boolean } | null {
    const place = keymap.find(keysym);
    return place && !this.#spare.lends(place.keycode) ? place : null;
  }

  async #lendOne(keysym: number, keymap: Keymap): Promise<{ keycode: number; shift: boolean }> {
    const { codes, changed } = await this.#lend(new Set([keysym]), keymap);
    if (changed) await sleep(settleMs);
    return { keycode: codes.get(keysym) ?? 0, shift: false };
  }

  async #lend(keysyms: ReadonlySet<number>, keymap: Keymap): Promise<{ codes: Map<number, number>; changed: boolean }> {
    if (keysyms.size === 0) return { codes: new Map(), changed: false };
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#spare.restore().catch(() => undefined), idleMs);
    this.#idle.unref();
    return this.#spare.lend(keysyms, keymap);
  }

  async #capsLock(): Promise<boolean> {
    const { keyMask } = await this.#x.ask<XPointer>((client, done) => client.QueryPointer(this.#x.root, done));
    return (keyMask & stateBit.lock) !== 0;
  }
}

/** Cuts text so that no part needs more new keys than there are. */
export function stretches(
  keysyms: readonly number[],
  hasKey: (keysym: number) => boolean,
  capacity: number,
): number[][] {
  const parts: number[][] = [];
  let part: number[] = [];
  let unknown = new Set<number>();
  for (const keysym of keysyms) {
    const isNew = !hasKey(keysym) && !unknown.has(keysym);
    if (isNew && unknown.size >= Math.max(1, capacity)) {
      parts.push(part);
      part = [];
      unknown = new Set();
    }
    if (isNew) unknown.add(keysym);
    part.push(keysym);
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

function keycodeOf(modifier: Modifier, keymap: Keymap): number {
  const place = keymap.find(modifierKeysym(modifier));
  if (place) return place.keycode;
  throw new AppError('unsupported_platform', `This keyboard has no ${modifier} key.`, { delivery: 'not_delivered' });
}

function isLetter(keysym: number): boolean {
  const character = String.fromCodePoint(keysym & 0xffffff);
  return character.toLowerCase() !== character.toUpperCase();
}
