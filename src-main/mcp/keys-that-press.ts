import { spellChord } from '#contract/model/chord';

/** Which keys are among others that press what has the focus. */
export interface Keys {
  readonly enter: boolean;
  readonly space: boolean;
}

/** Whether chords press what has the focus. */
export function keysOf(chords: readonly string[]): Keys {
  const keys = chords.map((chord) => (spellChord(chord).chord ?? '').split('+').at(-1));
  return { enter: keys.some((key) => key === 'Enter' || key === 'NumpadEnter'), space: keys.includes('Space') };
}

/** The same of typed text: a line break is Enter. */
export function keysIn(text: string): Keys {
  return { enter: /[\r\n]/.test(text), space: text.includes(' ') };
}
