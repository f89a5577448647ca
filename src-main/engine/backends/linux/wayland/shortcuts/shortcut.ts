import koffi, { type KoffiFunc } from 'koffi';
import type { KeyChord, Modifier } from '#contract/model/recordings/action';
import { splitChord } from '#contract/model/recordings/chord';
import { AppError } from '#contract/errors';
import { keysymsOf } from '../../x11/input/keyboard/keys.ts';

/** A key binding of the desktop. */
export interface Shortcut {
  /** Without Shift: on another layout the same key may need it. */
  readonly modifiers: ReadonlySet<Modifier>;
  /** Null if the key is identified only by a number, which differs between keyboards. */
  readonly keysym: number | null;
}

/** The chords that are or may be shortcuts: which key has a symbol with Shift is unknown here. */
export function takenBy(shortcuts: readonly Shortcut[], chords: readonly KeyChord[]): readonly KeyChord[] {
  return chords.filter((chord) => {
    const { modifiers, key } = splitChord(chord);
    const held = new Set(modifiers.filter((modifier) => modifier !== 'shift'));
    const keysyms = new Set(keysymsOf(key).map(lower));
    const mayBe = ({ keysym }: Shortcut) =>
      keysym === null || keysyms.has(lower(keysym)) || (modifiers.includes('shift') && isSign(keysym));
    return shortcuts.some((shortcut) => isSame(shortcut.modifiers, held) && mayBe(shortcut));
  });
}

/** The desktop's shortcuts cannot be read, so whether keys reach a window is unknown. */
export function unreadable(why: string, cause?: unknown): AppError {
  return new AppError('not_verified', `Which keys the desktop takes for itself cannot be read: ${why}.`, { cause });
}

/** https://xkbcommon.org/doc/current/group__keysyms.html: sway, Mutter and GTK resolve key names this way. 0 for none. */
export function keysymNamed(name: string): number {
  byName ??= koffi.load('libxkbcommon.so.0').func('uint xkb_keysym_from_name(str name, int flags)');
  const inAnyCase = 1;
  return byName(name, 0) || byName(name, inAnyCase);
}
let byName: KoffiFunc<(name: string, flags: number) => number> | undefined;

function isSame(one: ReadonlySet<Modifier>, other: ReadonlySet<Modifier>): boolean {
  return one.size === other.size && [...one].every((modifier) => other.has(modifier));
}

function lower(keysym: number): number {
  return keysym >= 0x41 && keysym <= 0x5a ? keysym + 0x20 : keysym;
}

/** ASCII, but no letter or digit. */
function isSign(keysym: number): boolean {
  return keysym > 0x20 && keysym < 0x7f && !/[a-z0-9]/i.test(String.fromCharCode(keysym));
}
