import type { KeyChord, Modifier } from '#contract/model/recordings/action';
import { splitChord } from '#contract/model/recordings/chord';
import { AppError } from '#contract/errors';
import { layoutInFront, registerHotKey, unregisterHotKey } from './api.ts';
import { placeInChord } from './chord-keys.ts';

/** `MOD_…` of winuser.h, without repeats; AltGr is Ctrl and Alt. */
const bits: Readonly<Record<Modifier, number>> = { alt: 0x1, ctrl: 0x2, shift: 0x4, meta: 0x8, altgr: 0x3 };
/** Ids of programs end at 0xBFFF; nothing else here registers a hot key for its thread. */
const probe = 0xbfff;
const [shell, thisThread] = [bits.meta, 0] as const;

/**
 * Whether a program has this chord as a hot key, the shell included: Windows does not list them, and refuses one that is
 * taken, so that it is registered and given back at once. Chords with the Windows key are the shell's all the same:
 * https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-registerhotkey#remarks
 */
export function isHotKey(chord: KeyChord): boolean {
  const { modifiers, key } = splitChord(chord);
  const held = modifiers.reduce((all, modifier) => all | bits[modifier], 0);
  if ((held & shell) !== 0) return true;
  const place = placeOf(key, modifiers);
  if (!place?.key) return false;
  const wanted = held | (place.shift ? bits.shift : 0);
  if (registerHotKey(thisThread, probe, wanted, place.key.code) === 0) return true;
  unregisterHotKey(thisThread, probe);
  return false;
}

/** Null for what this keyboard has not, which pressing it says. */
function placeOf(key: string, modifiers: readonly Modifier[]) {
  try {
    return placeInChord(key, modifiers, layoutInFront());
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
