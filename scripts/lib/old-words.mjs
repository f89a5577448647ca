/**
 * Words that Deskscope's texts no longer use; CONTRIBUTING.md has the style. Documents are checked for all of them,
 * strings and comments for the ones marked `everywhere`.
 * @typedef {{ readonly old: RegExp, readonly write: string, readonly everywhere?: true }} OldWord
 */

/** @type {readonly OldWord[]} */
export const oldWords = [
  { old: /(?<!`|@param |\?)\banew\b/i, write: 'again, or a verb such as restart', everywhere: true },
  { old: /\bwhere missing\b/i, write: 'by default', everywhere: true },
  { old: /\bshall\b/i, write: 'should, or the present tense', everywhere: true },
  { old: /\bno one\b/i, write: 'nobody, or name who acts' },
  { old: /\btold\b/i, write: 'reported' },
  { old: /\b(heard|hears)\b/i, write: 'received, receives' },
  { old: /\bdeeds?\b/i, write: 'action' },
  { old: /\bnewcomers?\b/i, write: 'new window' },
  { old: /\bveil(s|ed)?\b(?!-)/i, write: 'redacted' },
  { old: /\bis otherwise\b/i, write: 'differs' },
  { old: /\bunasked\b/i, write: 'without approval' },
  { old: /\bwho(ever)? wants\b/i, write: 'you, or name who acts' },
  {
    old: /\b(files?|windows?|errors?|apps?|documents?|tools?) (say|says|tell|tells|ask|asks)\b/i,
    write: 'name who acts; things do not speak',
  },
];

/**
 * @param {string} text
 * @param {readonly OldWord[]} [words]
 * @returns {{ word: string, write: string, line: number }[]} the first occurrence of each word, in the order of the list
 */
export function oldWordsIn(text, words = oldWords) {
  return words.flatMap(({ old, write }) => {
    const found = old.exec(text);
    if (!found) return [];
    return [{ word: found[0], write, line: text.slice(0, found.index).split('\n').length }];
  });
}
