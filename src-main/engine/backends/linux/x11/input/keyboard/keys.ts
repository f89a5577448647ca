import type { Modifier } from '#contract/model/recordings/action';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';

/** Keysyms of the named keys: X11/keysymdef.h, XF86keysym.h. If a key has several, the first is pressed. */
const namedKeys: Readonly<Record<string, readonly number[]>> = {
  Enter: [0xff0d],
  Tab: [0xff09, 0xfe20, 0xff89],
  Escape: [0xff1b],
  Backspace: [0xff08],
  Delete: [0xffff, 0xff9f],
  Insert: [0xff63, 0xff9e],
  Home: [0xff50, 0xff95],
  End: [0xff57, 0xff9c],
  PageUp: [0xff55, 0xff9a],
  PageDown: [0xff56, 0xff9b],
  ArrowLeft: [0xff51, 0xff96],
  ArrowUp: [0xff52, 0xff97],
  ArrowRight: [0xff53, 0xff98],
  ArrowDown: [0xff54, 0xff99],
  CapsLock: [0xffe5],
  NumLock: [0xff7f],
  ScrollLock: [0xff14],
  PrintScreen: [0xff61],
  Pause: [0xff13],
  ContextMenu: [0xff67],
  Help: [0xff6a],
  Clear: [0xff0b, 0xff9d],
  Undo: [0xff65],
  Redo: [0xff66],
  Find: [0xff68],
  Copy: [0x1008ff57],
  Cut: [0x1008ff58],
  Paste: [0x1008ff6d],
  Open: [0x1008ff6b],
  LaunchMail: [0x1008ff19],
  LaunchCalculator: [0x1008ff1d],
  AudioVolumeDown: [0x1008ff11],
  AudioVolumeMute: [0x1008ff12],
  AudioVolumeUp: [0x1008ff13],
  MediaPlayPause: [0x1008ff14],
  MediaStop: [0x1008ff15],
  MediaTrackPrevious: [0x1008ff16],
  MediaTrackNext: [0x1008ff17],
  BrowserHome: [0x1008ff18],
  BrowserSearch: [0x1008ff1b],
  BrowserBack: [0x1008ff26],
  BrowserForward: [0x1008ff27],
  BrowserStop: [0x1008ff28],
  BrowserRefresh: [0x1008ff29],
  BrowserFavorites: [0x1008ff30],
  BrightnessUp: [0x1008ff02],
  BrightnessDown: [0x1008ff03],
  ...Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`F${i + 1}`, [0xffbe + i]])),
};

/** Keypad keys, pressed as such; reported as the main keys of the same meaning, except Enter. */
const keypadKeys: Readonly<Record<string, readonly number[]>> = {
  NumpadEnter: [0xff8d],
  NumpadMultiply: [0xffaa],
  NumpadAdd: [0xffab],
  NumpadSubtract: [0xffad],
  // If the layout's decimal sign is a comma, the key may be named a separator.
  NumpadDecimal: [0xffae, 0xffac],
  NumpadDivide: [0xffaf],
  NumpadEqual: [0xffbd],
  ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [`Numpad${digit}`, [0xffb0 + digit]])),
};

/** Left key first: the one that is pressed. */
const modifierKeysyms: Readonly<Record<Modifier, readonly number[]>> = {
  ctrl: [0xffe3, 0xffe4],
  shift: [0xffe1, 0xffe2],
  alt: [0xffe9, 0xffea, 0xffe7, 0xffe8],
  meta: [0xffeb, 0xffec, 0xffed, 0xffee],
  altgr: [0xfe03, 0xff7e],
};

const keysymsByName: Readonly<Record<string, readonly number[]>> = { ...namedKeys, ...keypadKeys, ...modifierKeysyms };

/** Modifiers that no chord names: level and group shifts. */
const otherModifiers = new Set([0xfe03, 0xfe11, 0xff7e, 0xfe08]);

const nameOfKeysym = new Map([
  ...Object.entries(namedKeys).flatMap(([name, keysyms]) => keysyms.map((keysym) => [keysym, name] as const)),
  // Some apps and screen readers treat it differently.
  [0xff8d, 'NumpadEnter'] as const,
]);
const modifierOfKeysym = new Map(
  (Object.entries(modifierKeysyms) as [Modifier, readonly number[]][]).flatMap(([modifier, keysyms]) =>
    keysyms.map((keysym) => [keysym, modifier] as const),
  ),
);

/**
 * The keysyms of a named key, a modifier or a character, best first.
 * @throws AppError `invalid_parameter` for an unknown key name
 */
export function keysymsOf(key: string): readonly number[] {
  const named = keysymsByName[key];
  if (named) return named;
  const [character, ...others] = Array.from(key === 'Space' ? ' ' : key);
  if (character !== undefined && others.length === 0) return [keysymOfCharacter(character)];
  throw new AppError('invalid_parameter', `There is no key ${quoted(key)}.`, { delivery: 'not_delivered' });
}

/**
 * Latin-1 characters are their own keysyms, all others are above 0x01000000.
 * https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#keysym_encoding
 */
export function keysymOfCharacter(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0x0a || code === 0x0d) return 0xff0d;
  if (code === 0x09) return 0xff09;
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) ? code : 0x01000000 | code;
}

/** The code-point keysym, which input methods pass on and apps accept as the same character. */
export function unicodeKeysym(character: string): number {
  return 0x01000000 | (character.codePointAt(0) ?? 0);
}

/** The character of a keysym from {@link keysymOfCharacter}. */
export function characterOf(keysym: number): string {
  if (keysym === 0xff0d) return '\n';
  if (keysym === 0xff09) return '\t';
  return String.fromCodePoint(keysym & 0xffffff);
}

/** The DOM name of a named key, or null for characters and modifiers. */
export function nameOf(keysym: number): string | null {
  return nameOfKeysym.get(keysym) ?? null;
}

/** XK_KP_Space to XK_KP_Equal: NumLock selects their second level. */
export function isKeypad(keysym: number): boolean {
  return keysym >= 0xff80 && keysym <= 0xffbd;
}

export function isModifier(keysym: number): boolean {
  return modifierOfKeysym.has(keysym) || otherModifiers.has(keysym);
}
