import { modifiers, type KeyChord, type Modifier } from './action.ts';

/**
 * Every key that has a name rather than a character: the named values of `KeyboardEvent.key`
 * (https://www.w3.org/TR/uievents-key/), and the keypad's keys as `KeyboardEvent.code` calls them
 * (https://www.w3.org/TR/uievents-code/), since only those distinguish them from the main keys. `Space` is the blank.
 */
export const keyNames = [
  'Enter',
  'Tab',
  'Space',
  'Escape',
  'Backspace',
  'Delete',
  'Insert',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ArrowLeft',
  'ArrowUp',
  'ArrowRight',
  'ArrowDown',
  'CapsLock',
  'NumLock',
  'ScrollLock',
  'PrintScreen',
  'Pause',
  'ContextMenu',
  'Help',
  'Clear',
  'Undo',
  'Redo',
  'Copy',
  'Cut',
  'Paste',
  'Find',
  'Open',
  'AudioVolumeMute',
  'AudioVolumeDown',
  'AudioVolumeUp',
  'MediaPlayPause',
  'MediaStop',
  'MediaTrackNext',
  'MediaTrackPrevious',
  'BrowserBack',
  'BrowserForward',
  'BrowserRefresh',
  'BrowserStop',
  'BrowserSearch',
  'BrowserFavorites',
  'BrowserHome',
  'LaunchMail',
  'LaunchCalculator',
  'BrightnessUp',
  'BrightnessDown',
  'NumpadEnter',
  'NumpadAdd',
  'NumpadSubtract',
  'NumpadMultiply',
  'NumpadDivide',
  'NumpadDecimal',
  'NumpadEqual',
  ...Array.from({ length: 10 }, (_, digit) => `Numpad${digit}`),
  ...Array.from({ length: 24 }, (_, i) => `F${i + 1}`),
] as const satisfies readonly string[];

/**
 * Other spellings that callers use, in lower case and without underscores: X11's keysyms (https://www.x.org/releases/current/doc/xproto/x11protocol.html#keysym_encoding),
 * `KeyboardEvent.code`, Electron's accelerators, and what people write.
 */
const modifierAliases: Readonly<Record<string, Modifier>> = {
  control: 'ctrl',
  option: 'alt',
  cmd: 'meta',
  command: 'meta',
  win: 'meta',
  windows: 'meta',
  super: 'meta',
  os: 'meta',
  altgraph: 'altgr',
  isolevel3shift: 'altgr',
  controlormeta: 'ctrl',
  cmdorctrl: 'ctrl',
  commandorcontrol: 'ctrl',
};
const keyAliases: Readonly<Record<string, string>> = {
  return: 'Enter',
  esc: 'Escape',
  del: 'Delete',
  ins: 'Insert',
  menu: 'ContextMenu',
  apps: 'ContextMenu',
  ' ': 'Space',
  spacebar: 'Space',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  up: 'ArrowUp',
  down: 'ArrowDown',
  pgup: 'PageUp',
  prior: 'PageUp',
  pgdn: 'PageDown',
  next: 'PageDown',
  print: 'PrintScreen',
  printscrn: 'PrintScreen',
  comma: ',',
  period: '.',
  dot: '.',
  slash: '/',
  backslash: '\\',
  semicolon: ';',
  colon: ':',
  quote: "'",
  apostrophe: "'",
  minus: '-',
  hyphen: '-',
  plus: '+',
  equal: '=',
  equals: '=',
  underscore: '_',
  backquote: '`',
  grave: '`',
  bracketleft: '[',
  bracketright: ']',
};
const namesIgnoringCase = new Map<string, string>([
  ...keyNames.map((name) => [name.toLowerCase(), name] as const),
  ...keyNames.flatMap((name) => {
    const onKeypad = /^Numpad(.+)$/.exec(name)?.[1];
    return onKeypad === undefined ? [] : [[`kp${onKeypad.toLowerCase()}`, name] as const];
  }),
  ...Object.entries(keyAliases),
]);

/** Parses a chord: its canonical spelling, or the invalid part, with candidates. */
export type SpeltChord =
  | { readonly chord: KeyChord }
  | { readonly chord: null; readonly part: string; readonly known: readonly string[] };

/**
 * A chord's canonical spelling: modifiers first, in their order; a key by its name in {@link keyNames}; a printable key in
 * lower case; a modifier alone as such.
 */
export function spellChord(text: string): SpeltChord {
  const parts = text === '+' ? ['+'] : text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+');
  const held = parts.slice(0, -1).map((part) => ({ part, modifier: modifierOf(part) }));
  const unknown = held.find((each) => each.modifier === undefined);
  if (unknown) return { chord: null, part: unknown.part, known: modifiers };
  const last = parts.at(-1) ?? '';
  const key = modifierOf(last) ?? namedKey(last) ?? characterKey(last);
  if (key === undefined) return { chord: null, part: last, known: keyNames };
  const before = modifiers.filter((known) => held.some((each) => each.modifier === known));
  return { chord: [...before, key].join('+') };
}

/** `Control_L` and `ControlLeft` are `ctrl`: which of the two is held makes no difference. */
function modifierOf(part: string): Modifier | undefined {
  const name = plain(part).replace(/(?<=^(?:ctrl|control|shift|alt|meta|super|win|os|cmd))(?:l|r|left|right)$/, '');
  return modifierAliases[name] ?? modifiers.find((known) => known === name);
}

function namedKey(part: string): string | undefined {
  const name = plain(part);
  return namesIgnoringCase.get(name) ?? /^(?:key([a-z])|digit(\d))$/.exec(name)?.slice(1).find(Boolean);
}

/** In lower case, without the underscores of X11's names. */
function plain(part: string): string {
  return part.length === 1 ? part.toLowerCase() : part.toLowerCase().replaceAll('_', '');
}

const pasting: ReadonlySet<KeyChord> = new Set(['ctrl+v', 'ctrl+shift+v', 'shift+Insert']);

/** Whether a key inserts what the clipboard holds. */
export function pastesByKey(chord: KeyChord): boolean {
  return pasting.has(chord);
}

/** Replaces the keypad's Enter by the main one, which fields and cells treat alike. */
export function withMainEnter(chord: KeyChord): KeyChord {
  return chord.replace('NumpadEnter', 'Enter');
}

/** A single typeable character: no control character, no lone surrogate. */
function characterKey(text: string): string | undefined {
  const [character, ...others] = Array.from(text);
  if (character === undefined || others.length > 0 || /[\p{Cc}\p{Cs}]/u.test(character)) return undefined;
  return character.toLowerCase();
}

/** A chord in its parts. */
export interface Chord {
  readonly modifiers: readonly Modifier[];
  /** A named key, a character, or a modifier pressed alone. */
  readonly key: string;
}

const prefix = /^(ctrl|shift|alt|meta|altgr)\+(?=.)/;

/** Splits `ctrl+shift+s`; the plus key itself is `+`, also in `ctrl++`. */
export function splitChord(chord: KeyChord): Chord {
  const held: Modifier[] = [];
  let rest = chord;
  for (let match = prefix.exec(rest); match; match = prefix.exec(rest)) {
    held.push(match[1] as Modifier);
    rest = rest.slice(match[0].length);
  }
  return { modifiers: held, key: rest };
}
