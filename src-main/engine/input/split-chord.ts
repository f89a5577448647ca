import type { KeyChord, Modifier } from '#contract/model/action';

export interface Chord {
  readonly modifiers: readonly Modifier[];
  /** A named key, a character, or a modifier pressed alone. */
  readonly key: string;
}

const prefix = /^(ctrl|shift|alt|meta|altgr)\+(?=.)/;

/** Splits `ctrl+shift+s`; the plus key itself is `+`, also in `ctrl++`. */
export function splitChord(chord: KeyChord): Chord {
  const modifiers: Modifier[] = [];
  let rest = chord;
  for (let match = prefix.exec(rest); match; match = prefix.exec(rest)) {
    modifiers.push(match[1] as Modifier);
    rest = rest.slice(match[0].length);
  }
  return { modifiers, key: rest };
}
