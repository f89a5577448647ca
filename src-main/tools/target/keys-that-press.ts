import { spellChord } from '#contract/model/chord';

/** Which keys are among others that press what has the focus, or what has an access key. */
export interface Keys {
  readonly enter: boolean;
  readonly space: boolean;
  /** The letters that come with Alt. */
  readonly access: readonly string[];
}

/** What chords may press. */
export function keysOf(chords: readonly string[]): Keys {
  const spelt = chords.map((chord) => spellChord(chord).chord ?? '');
  const keys = spelt.map((chord) => chord.split('+').at(-1));
  return {
    enter: keys.some((key) => key === 'Enter' || key === 'NumpadEnter'),
    space: keys.includes('Space'),
    access: spelt.flatMap((chord) => /^(?:shift\+)?alt\+([\p{L}\p{N}])$/u.exec(chord)?.[1] ?? []),
  };
}

/** The same of typed text: a line break is Enter. */
export function keysIn(text: string): Keys {
  return { enter: /[\r\n]/.test(text), space: text.includes(' '), access: [] };
}
