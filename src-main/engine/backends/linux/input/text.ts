import { AppError } from '#contract/errors';
import { keysymOfCharacter } from './keys.ts';

/**
 * The keysyms that type a text, one for each code point; every kind of line break is Enter.
 * @throws AppError `invalid_parameter` for control characters and halves of characters, which no key types
 */
export function keysymsOfText(text: string): readonly number[] {
  const characters = Array.from(text.replace(/\r\n?/g, '\n'));
  const at = characters.findIndex((character) => /[\p{Cc}\p{Cs}]/u.test(character) && !'\n\t'.includes(character));
  if (at < 0) return characters.map(keysymOfCharacter);
  const code = characters[at]?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  throw new AppError('invalid_parameter', `Character ${at + 1} of the text, U+${code}, cannot be typed.`, {
    hint: 'Press keys such as Escape or Backspace by their name.',
    delivery: 'not_delivered',
  });
}

/** Cuts text so that no part needs more new keys than there are. */
export function stretches(
  keysyms: readonly number[],
  hasKey: (keysym: number) => boolean,
  capacity: number,
): readonly (readonly number[])[] {
  const parts: number[][] = [];
  let part: number[] = [];
  let unknown = new Set<number>();
  for (const keysym of keysyms) {
    const isNew = !hasKey(keysym) && !unknown.has(keysym);
    if (isNew && unknown.size >= Math.max(1, capacity)) {
      parts.push(part);
      part = [];
      unknown = new Set();
    }
    if (isNew) unknown.add(keysym);
    part.push(keysym);
  }
  if (part.length > 0) parts.push(part);
  return parts;
}
