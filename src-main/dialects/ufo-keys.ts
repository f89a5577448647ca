import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { KeyChord } from '#contract/model/recordings/action';
import { splitChord } from '#contract/model/recordings/chord';
import { nameInBraces } from '../tools/servers/app-ui-executor/key-names.ts';

/**
 * Keys in the notation of UFO's `keyboard_input`, which is pywinauto's `type_keys` with modifiers spelt out:
 * `{VK_CONTROL}s`, `{ENTER}`, `{TAB 3}`. UFO escapes `+ ^ % ( )` itself and drops blanks, so that the former stay as they
 * are and the latter are spelt out. https://pywinauto.readthedocs.io/en/latest/code/pywinauto.keyboard.html
 */
const modifiers: Readonly<Record<string, string>> = {
  ctrl: '{VK_CONTROL}',
  shift: '{VK_SHIFT}',
  alt: '{VK_MENU}',
};

const escapes: Readonly<Record<string, string>> = {
  '{': '{{}',
  '}': '{}}',
  '~': '{~}',
  ' ': '{SPACE}',
  '\n': '{ENTER}',
  '\t': '{TAB}',
};

/** Keys that type exactly this text. */
export function textAsKeys(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[{}~ \n\t]/g, (character) => escapes[character] ?? character);
}

/**
 * A chord, as often as it was pressed.
 * @throws AppError `invalid_parameter` for a key that the notation cannot name
 */
export function chordAsKeys(chord: KeyChord, repeat = 1): string {
  const { modifiers: parts, key } = splitChord(chord);
  const name = nameInBraces(key === ' ' ? 'Space' : key);
  const meta = parts.includes('meta');
  if (name === null && Array.from(key).length !== 1) throw unknownKey(chord);
  const held = parts.map((part) => {
    const sign = part === 'meta' ? '' : modifiers[part];
    if (sign === undefined) throw unknownKey(chord);
    return sign;
  });
  if (name !== null && held.length === 0 && repeat > 1) return `{${name} ${repeat}}`;
  const once = held.join('') + (name === null ? textAsKeys(key) : `{${name}}`);
  return (meta ? `{VK_LWIN down}${once}{VK_LWIN up}` : once).repeat(repeat);
}

function unknownKey(chord: KeyChord): AppError {
  return new AppError('invalid_parameter', `The key ${quoted(chord)} has no name in the notation of keyboard_input.`, {
    hint: 'Change the step to another key, or remove it.',
  });
}
