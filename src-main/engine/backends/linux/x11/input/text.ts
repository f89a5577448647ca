import { charactersToType } from '../../../../input/keyboard/characters-to-type.ts';
import { keysymOfCharacter, unicodeKeysym } from './keyboard/keys.ts';

/**
 * The keysyms of a text, one per code point; every kind of line break is Enter.
 * @param past uses the keysyms that input methods pass on
 * @throws AppError `invalid_parameter` for control characters and lone surrogates, which no key types
 */
export function keysymsOfText(text: string, past = false): readonly number[] {
  const keysymOf = (character: string) =>
    past && character >= ' ' ? unicodeKeysym(character) : keysymOfCharacter(character);
  return charactersToType(text).map(keysymOf);
}

/** Splits text so that no part needs more new keys than there are. */
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
