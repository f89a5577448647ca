import type { KeyChord, Modifier } from '#contract/model/action';
import { AppError } from '#contract/errors';

/**
 * Named keys of the DOM (https://www.w3.org/TR/uievents-key/) and their keysyms (X11/keysymdef.h). Where several
 * keysyms mean one key, the first is the one that is pressed.
 */
const namedKeys: Readonly<Record<string, readonly number[]>> = {
  Enter: [0xff0d, 0xff8d],
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
  AudioVolumeMute: [0x1008ff12],
  AudioVolumeDown: [0x1008ff11],
  AudioVolumeUp: [0x1008ff13],
  ...Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`F${i + 1}`, [0xffbe + i]])),
};

/** Left key first: that is the one pressed. */
const modifierKeysyms: Readonly<Record<Modifier, readonly number[]>> = {
  ctrl: [0xffe3, 0xffe4],
  shift: [0xffe1, 0xffe2],
  alt: [0xffe9, 0xffea, 0xffe7, 0xffe8],
  meta: [0xffeb, 0xffec, 0xffed, 0xffee],
};

/** Modifiers that no chord names: level and group shifts. */
const otherModifiers = new Set([0xfe03, 0xfe11, 0xff7e, 0xfe08]);

const aliases: Readonly<Record<string, string>> = {
  Space: ' ',
  Return: 'Enter',
  Esc: 'Escape',
  Del: 'Delete',
  Left: 'ArrowLeft',
  Right: 'ArrowRight',
  Up: 'ArrowUp',
  Down: 'ArrowDown',
  Menu: 'ContextMenu',
};

const nameOfKeysym = new Map(
  Object.entries(namedKeys).flatMap(([name, keysyms]) => keysyms.map((keysym) => [keysym, name] as const)),
);
const nameIgnoringCase = new Map(
  [...Object.keys(namedKeys).map((name) => [name, name] as const), ...Object.entries(aliases)].map(([from, to]) => [
    from.toLowerCase(),
    to,
  ]),
);
const modifierOfKeysym = new Map(
  (Object.entries(modifierKeysyms) as [Modifier, readonly number[]][]).flatMap(([modifier, keysyms]) =>
    keysyms.map((keysym) => [keysym, modifier] as const),
  ),
);

export interface Chord {
  readonly modifiers: readonly Modifier[];
  /** A named key, a character, or a modifier pressed alone. */
  readonly key: string;
}

const prefix = /^(ctrl|shift|alt|meta)\+(?=.)/i;

/** Splits `ctrl+shift+s`; the plus key itself is `+`, also in `ctrl++`. */
export function splitChord(chord: KeyChord): Chord {
  const modifiers: Modifier[] = [];
  let rest = chord;
  for (let match = prefix.exec(rest); match; match = prefix.exec(rest)) {
    modifiers.push(match[1]?.toLowerCase() as Modifier);
    rest = rest.slice(match[0].length);
  }
  return { modifiers, key: rest };
}

/**
 * The keysym of a named key, a modifier or a character.
 * @throws AppError `invalid_parameter` for a name that no key has
 */
export function keysymOf(key: string): number {
  const modifier = modifierKeysyms[key.toLowerCase() as Modifier] as readonly number[] | undefined;
  const name = nameIgnoringCase.get(key.toLowerCase()) ?? key;
  const keysym = (modifier ?? namedKeys[name])?.[0];
  if (keysym !== undefined) return keysym;
  const [character, ...others] = Array.from(name);
  if (character !== undefined && others.length === 0) return keysymOfCharacter(character);
  throw new AppError('invalid_parameter', `There is no key “${key}”.`, {
    hint: 'Use names such as Enter, Tab, ArrowDown, F5, or a single character.',
  });
}

/**
 * Latin-1 characters are their own keysyms, all others stand above 0x01000000.
 * https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#keysym_encoding
 */
export function keysymOfCharacter(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0x0a || code === 0x0d) return 0xff0d;
  if (code === 0x09) return 0xff09;
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) ? code : 0x01000000 | code;
}

/** The DOM's name of a named key, or null for characters and modifiers. */
export function nameOf(keysym: number): string | null {
  return nameOfKeysym.get(keysym) ?? null;
}

export function modifierKeysym(modifier: Modifier): number {
  return modifierKeysyms[modifier][0] ?? 0;
}

export function isModifier(keysym: number): boolean {
  return modifierOfKeysym.has(keysym) || otherModifiers.has(keysym);
}
