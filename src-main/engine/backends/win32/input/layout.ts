import type { Handle } from '../native/types.ts';
import { mapVirtualKey, toUnicode, vkKeyScan } from './api.ts';

/** Keyboard state that determines a key's character. */
export interface CharacterState {
  readonly shift: boolean;
  readonly altGr: boolean;
  readonly capsLock: boolean;
  readonly numLock: boolean;
}

/** The character of a key by itself. */
export const plainState: CharacterState = { shift: false, altGr: false, capsLock: false, numLock: true };

const virtualKey = { shift: 0x10, control: 0x11, alt: 0x12, capsLock: 0x14, numLock: 0x90 } as const;
const down = 0x80;
const on = 0x01;
/** Keeps the user's pending dead key: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-tounicodeex */
const withoutEffect = 0x4;
/** `MAPVK_VK_TO_VSC`: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-mapvirtualkeyexw */
const virtualKeyToScanCode = 0;
const longest = 8;

/** Printable characters; `dead` for a dead key, whose own character is in `text`. */
export interface KeyText {
  readonly text: string;
  readonly dead: boolean;
}

/**
 * The text of a key in a layout. Windows has one dead-key state for all programs: if the foreground program has processed a
 * dead key in the usual way, the result is the composed character.
 */
export function textOfKey(code: number, state: CharacterState, layout: Handle): KeyText | null {
  const text = new Uint16Array(longest);
  const length = toUnicode(code, scanCodeOf(code, layout), keyState(state), text, longest, withoutEffect, layout);
  const units = String.fromCharCode(...text.subarray(0, Math.abs(length)));
  return units === '' || /\p{Cc}/u.test(units) ? null : { text: units, dead: length < 0 };
}

export function scanCodeOf(code: number, layout: Handle): number {
  return mapVirtualKey(code, virtualKeyToScanCode, layout) & 0xff;
}

/** The key that types a character plain or with Shift; null if there is none, or it needs more. */
export function keyOfCharacter(
  character: string,
  layout: Handle,
): { readonly code: number; readonly shift: boolean } | null {
  const found = character.length === 1 ? vkKeyScan(character.charCodeAt(0), layout) : -1;
  const [code, held] = [found & 0xff, found >> 8];
  if (found === -1 || held < 0 || held > 1) return null;
  const shift = held === 1;
  const typed = textOfKey(code, { ...plainState, shift }, layout);
  // For characters in no code page, Wine returns the key of the question mark; and a dead key types nothing yet.
  return typed?.text === character && !typed.dead ? { code, shift } : null;
}

/** In `ToUnicodeEx`'s format: a byte per key. AltGr is Ctrl and Alt together. */
function keyState({ shift, altGr, capsLock, numLock }: CharacterState): Uint8Array {
  const bytes = new Uint8Array(256);
  if (shift) bytes[virtualKey.shift] = down;
  if (altGr) bytes[virtualKey.control] = bytes[virtualKey.alt] = down;
  if (capsLock) bytes[virtualKey.capsLock] = on;
  if (numLock) bytes[virtualKey.numLock] = on;
  return bytes;
}
