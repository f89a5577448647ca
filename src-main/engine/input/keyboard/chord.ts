import { quoted } from '#contract/foreign-text';
import { AppError } from '#contract/errors';
import type { KeyChord } from '#contract/model/recordings/action';
import { spellChord } from '#contract/model/recordings/chord';
import { nearNames } from './near-names.ts';

/**
 * A chord in its one spelling, as {@link spellChord} has it.
 * @throws AppError `invalid_parameter`, with the names that may have been meant
 */
export function parseChord(text: string): KeyChord {
  const spelt = spellChord(text);
  return spelt.chord ?? refuse(text, spelt.part, spelt.known);
}

function refuse(chord: string, part: string, known: readonly string[]): never {
  const near = nearNames(part, known);
  throw new AppError(
    'invalid_parameter',
    `${quoted(chord)} is no key or chord${part === chord ? '' : `: ${quoted(part)}`}.`,
    {
      hint:
        near.length > 0
          ? `Did you mean ${near.join(', ')}?`
          : 'Write keys like Enter, F5, a, ctrl+s or ctrl+shift+Tab.',
      delivery: 'not_delivered',
      data: { near },
    },
  );
}
