import type { KeyPlace } from '../compositor.ts';
import { keysymOfCharacter } from '../../x11/input/keyboard/keys.ts';

/** Offset between keycodes of X and xkb and those of the kernel. */
const xkbOffset = 8;
const lastCode = 255 - xkbOffset;

/** First keycode of a row, then the characters of its keys, plain and with Shift: linux/input-event-codes.h, layout `us`. */
const rows = [
  [41, '`', '~'],
  [2, '1234567890-=', '!@#$%^&*()_+'],
  [16, 'qwertyuiop[]', 'QWERTYUIOP{}'],
  [30, "asdfghjkl;'", 'ASDFGHJKL:"'],
  [43, '\\zxcvbnm,./', '|ZXCVBNM<>?'],
  [57, ' ', ' '],
] as const;

/** Keysyms of X11/keysymdef.h by keycode. */
const named: Readonly<Record<number, number>> = {
  1: 0xff1b, // Escape
  14: 0xff08, // BackSpace
  15: 0xff09, // Tab
  28: 0xff0d, // Return
  29: 0xffe3, // Control_L
  42: 0xffe1, // Shift_L
  55: 0xffaa, // KP_Multiply
  56: 0xffe9, // Alt_L
  58: 0xffe5, // Caps_Lock
  69: 0xff7f, // Num_Lock
  70: 0xff14, // Scroll_Lock
  87: 0xffc8, // F11
  88: 0xffc9, // F12
  96: 0xff8d, // KP_Enter
  99: 0xff61, // Print
  100: 0xfe03, // ISO_Level3_Shift
  102: 0xff50, // Home
  103: 0xff52, // Up
  104: 0xff55, // Prior
  105: 0xff51, // Left
  106: 0xff53, // Right
  107: 0xff57, // End
  108: 0xff54, // Down
  109: 0xff56, // Next
  110: 0xff63, // Insert
  111: 0xffff, // Delete
  119: 0xff13, // Pause
  125: 0xffeb, // Super_L
  127: 0xff67, // Menu
  ...Object.fromEntries(Array.from({ length: 10 }, (_, i) => [59 + i, 0xffbe + i])), // F1 to F10
};

/** A key's xkb modifier, and its bit: X11/X.h. */
export const modifierBits: ReadonlyMap<number, { readonly name: string; readonly bit: number }> = new Map([
  [42, { name: 'Shift', bit: 1 }],
  [29, { name: 'Control', bit: 4 }],
  [56, { name: 'Mod1', bit: 8 }],
  [125, { name: 'Mod4', bit: 64 }],
  [100, { name: 'Mod5', bit: 128 }],
]);

type Levels = readonly [plain: number, shifted: number];

/** The fixed part: the keys of a US keyboard. */
const fixedKeys: ReadonlyMap<number, Levels> = new Map([
  ...Object.entries(named).map(([code, keysym]) => [Number(code), [keysym, keysym]] as const),
  ...rows.flatMap(([first, plain, shifted]) =>
    Array.from(plain, (character, i) => {
      return [first + i, [keysymOfCharacter(character), keysymOfCharacter(shifted[i] ?? '')]] as const;
    }),
  ),
]);

const fixedPlaces: ReadonlyMap<number, KeyPlace> = new Map<number, KeyPlace>(
  [...fixedKeys].flatMap(([code, [plain, shifted]]) => [
    [shifted, { code, shift: true }] as const,
    // Unshifted characters are added last and take precedence.
    [plain, { code, shift: false }] as const,
  ]),
);

const spareCodes = Array.from({ length: lastCode }, (_, i) => i + 1).filter((code) => !fixedKeys.has(code));

/** Maximum number of keysyms with keys at once beyond those of a US keyboard. */
export const spareKeys = spareCodes.length;

/** Unshifted character of a key that is the same on every keyboard; 0 for keys that vary. */
export function keysymOf(code: number): number {
  return fixedKeys.get(code)?.[0] ?? 0;
}

/** Our own keymap: any keysym can have a key. */
export class Keymap {
  readonly #spare = new Map<number, number>();

  /** Assigns keys to all of them, and returns whether some are new. @param keysyms at most {@link spareKeys} new ones */
  find(keysyms: readonly number[]): { readonly places: ReadonlyMap<number, KeyPlace>; readonly isNew: boolean } {
    const missing = [...new Set(keysyms)].filter((keysym) => !fixedPlaces.has(keysym) && !this.#spare.has(keysym));
    if (this.#spare.size + missing.length > spareKeys) {
      for (const keysym of [...this.#spare.keys()]) if (!keysyms.includes(keysym)) this.#spare.delete(keysym);
    }
    const taken = new Set(this.#spare.values());
    const free = spareCodes.filter((code) => !taken.has(code));
    for (const [i, keysym] of missing.entries()) this.#spare.set(keysym, free[i] ?? 0);
    const places = keysyms.map((keysym) => {
      return [keysym, fixedPlaces.get(keysym) ?? { code: this.#spare.get(keysym) ?? 0, shift: false }] as const;
    });
    return { places: new Map(places), isNew: missing.length > 0 };
  }

  /** In xkb's text format: https://xkbcommon.org/doc/current/keymap-text-format-v1.html */
  text(): string {
    const spare = [...this.#spare].map(([keysym, code]) => [code, [keysym, keysym]] as const);
    const keys = [...fixedKeys, ...spare];
    const codes = keys.map(([code]) => `${name(code)} = ${code + xkbOffset};`);
    const symbols = keys.map(([code, levels]) => `key ${name(code)} { [ ${levels.map(hex).join(', ')} ] };`);
    const modifiers = [...modifierBits].map(([code, { name: mod }]) => `modifier_map ${mod} { ${name(code)} };`);
    return `xkb_keymap {
xkb_keycodes "deskscope" { minimum = ${xkbOffset}; maximum = 255; ${codes.join(' ')} };
xkb_types "deskscope" { include "complete" };
xkb_compatibility "deskscope" { include "complete" };
xkb_symbols "deskscope" { ${symbols.join('\n')} ${modifiers.join(' ')} };
};`;
  }
}

function name(code: number): string {
  return `<K${code}>`;
}

function hex(keysym: number): string {
  return `0x${keysym.toString(16)}`;
}
