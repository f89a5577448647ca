import { spellChord } from '#contract/model/recordings/chord';

/** Which keys are among others that press what has the focus or is selected, or what has an access key. */
export interface Keys {
  readonly enter: boolean;
  readonly space: boolean;
  /** The letters that come with Alt. */
  readonly access: readonly string[];
  /** The letters that come alone: in an open menu they choose an entry. */
  readonly letters: readonly string[];
}

/** What chords may press. */
export function keysOf(chords: readonly string[]): Keys {
  const spelt = chords.map((chord) => spellChord(chord).chord ?? '');
  const keys = spelt.map((chord) => chord.split('+').at(-1));
  return {
    enter: keys.some((key) => key === 'Enter' || key === 'NumpadEnter'),
    space: keys.includes('Space'),
    access: spelt.flatMap((chord) => /^(?:shift\+)?alt\+([\p{L}\p{N}])$/u.exec(chord)?.[1]?.toLowerCase() ?? []),
    letters: spelt.flatMap((chord) => /^(?:shift\+)?([\p{L}\p{N}])$/u.exec(chord)?.[1]?.toLowerCase() ?? []),
  };
}

/** The same of typed text: a line break is Enter. */
export function keysIn(text: string): Keys {
  const letters = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]/gu))];
  return { enter: /[\r\n]/.test(text), space: text.includes(' '), access: [], letters };
}

export function both(one: Keys, other: Keys): Keys {
  return {
    enter: one.enter || other.enter,
    space: one.space || other.space,
    access: [...one.access, ...other.access],
    letters: [...one.letters, ...other.letters],
  };
}
