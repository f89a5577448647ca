import { spellChord } from '#contract/model/recordings/chord';
import type { Operation } from '../../operations/operation.ts';

/** Keys that edit and move in every window; no desktop reserves them. */
const plain =
  /^(?:shift\+)?(?:.|Enter|NumpadEnter|Space|Tab|Backspace|Delete|Escape|Home|End|PageUp|PageDown|Arrow\w+)$/u;

export const desktopKeys: Operation<'desktopKeys'> = async ({ backend }, { keys }) => {
  const spelt = keys.flatMap((key) => spellChord(key).chord ?? []);
  const asked = [...new Set(spelt)].filter((chord) => !plain.test(chord));
  return asked.length > 0 ? ((await backend.input.desktopKeys?.(asked)) ?? []) : [];
};
