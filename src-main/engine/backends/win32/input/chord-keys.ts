import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { modifiers, type Modifier } from '#contract/model/recordings/action';
import { keyNames } from '#contract/model/recordings/chord';
import type { Handle } from '../native/types.ts';
import { keyOfCharacter } from './layout.ts';
import { letterOrDigit, namedKey, type VirtualKey } from './virtual-keys.ts';

/** Which key stands for a character, a named key or a modifier; null where none does and it must be typed as text. */
export interface Place {
  readonly key: VirtualKey | null;
  /** The character is on the key's upper half. */
  readonly shift: boolean;
}

/**
 * @param layout of the program that will get it
 * @throws AppError `invalid_parameter` for a name that no key has; `unsupported_platform` for a key that this keyboard has
 * not, and for the chord that Windows takes from no one but the person
 */
export function placeInChord(key: string, modifiers: readonly Modifier[], layout: Handle): Place {
  if ([...modifiers, key].join('+') === 'ctrl+alt+Delete') throw attention();
  const named = namedKey(key);
  if (named) return { key: named, shift: false };
  if (Array.from(key).length !== 1) throw noSuchKey(key);
  const isShortcut = modifiers.some((each) => each !== 'shift');
  const code = key.toUpperCase().charCodeAt(0);
  if (isShortcut && letterOrDigit(code) === key) return plainKey(code);
  const place = keyOfCharacter(key, layout);
  if (place) return { ...plainKey(place.code), shift: place.shift };
  if (modifiers.length === 0) return { key: null, shift: false };
  throw new AppError('unsupported_platform', `The keyboard layout in front has no key for ${quoted(key)}.`, {
    hint: 'Switch the layout, or type the character as text.',
    delivery: 'not_delivered',
  });
}

function plainKey(code: number): Place {
  return { key: { code, extended: false }, shift: false };
}

/** Windows drops it from what programs send: https://learn.microsoft.com/windows/win32/api/sas/nf-sas-sendsas */
function attention(): AppError {
  return new AppError('unsupported_platform', 'Windows takes Ctrl+Alt+Delete from the keyboard alone.', {
    hint: 'Ctrl+Shift+Escape opens the Task Manager.',
    delivery: 'not_delivered',
  });
}

function noSuchKey(key: string): AppError {
  if ([...keyNames, ...modifiers].some((known) => known === key)) {
    return new AppError('unsupported_platform', `Keyboards on Windows have no ${key} key.`, {
      hint: 'Press the chord that does the same, such as ctrl+c.',
      delivery: 'not_delivered',
    });
  }
  return new AppError('invalid_parameter', `There is no key ${quoted(key)}.`, { delivery: 'not_delivered' });
}
