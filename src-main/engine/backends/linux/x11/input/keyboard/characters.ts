import x11 from 'x11';

const unicodeFlag = 0x01000000;
/** Keypad keysyms with the characters of the main keyboard: X11/keysymdef.h, XK_KP_*. */
const keypadFirst = 0xffaa;
const keypadLast = 0xffb9;

let legacy: ReadonlyMap<number, string> | undefined;

/** The character of a keysym, or null for keys that type none. */
export function characterOf(keysym: number): string | null {
  if ((keysym >= 0x20 && keysym <= 0x7e) || (keysym >= 0xa0 && keysym <= 0xff)) return String.fromCodePoint(keysym);
  if (keysym >= unicodeFlag && keysym <= unicodeFlag + 0x10ffff) return String.fromCodePoint(keysym - unicodeFlag);
  // KP_Multiply … KP_9 are in ASCII order, offset by 0xff80.
  if (keysym >= keypadFirst && keysym <= keypadLast) return String.fromCharCode(keysym - 0xff80);
  if (keysym === 0xff80) return ' ';
  if (keysym === 0xffbd) return '=';
  legacy ??= readLegacyKeysyms();
  return legacy.get(keysym) ?? null;
}

/** Keysyms older than Unicode, e.g. Cyrillic_a; the library's table has their character in the description. */
function readLegacyKeysyms(): ReadonlyMap<number, string> {
  const characters = new Map<number, string>();
  for (const { code, description } of Object.values(x11.keySyms)) {
    const character = /^\((.)\)/u.exec(description ?? '')?.[1];
    // Above this are function keys, some of which are described by a look-alike character.
    if (character !== undefined && code < 0xfd00) characters.set(code, character);
  }
  return characters;
}
