import { AppError } from '#contract/errors';

/**
 * The code points of a text to type, with every kind of line break as `\n`. @throws AppError `invalid_parameter` for control
 * characters and lone surrogates, which no key types
 */
export function charactersToType(text: string): readonly string[] {
  const characters = Array.from(text.replace(/\r\n?/g, '\n'));
  const at = characters.findIndex((character) => /[\p{Cc}\p{Cs}]/u.test(character) && !'\n\t'.includes(character));
  if (at < 0) return characters;
  const code = characters[at]?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  throw new AppError('invalid_parameter', `Character ${at + 1} of the text, U+${code}, cannot be typed.`, {
    hint: 'Press keys such as Escape or Backspace by their name.',
    delivery: 'not_delivered',
  });
}
