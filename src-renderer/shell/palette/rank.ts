/**
 * How well a text fits what was typed; lower is better, null where it does not fit. Each word must be found: at the
 * start of a word best, inside one next, as letters in order last.
 */
export function rank(text: string, typed: string): number | null {
  const haystack = text.toLowerCase();
  let total = 0;
  for (const word of typed.toLowerCase().split(/\s+/).filter(Boolean)) {
    const score = rankWord(haystack, word);
    if (score === null) return null;
    total += score;
  }
  return total;
}

function rankWord(haystack: string, word: string): number | null {
  const at = haystack.indexOf(word);
  if (at === 0) return 0;
  if (at > 0) return haystack[at - 1] === ' ' ? 1 : 2;
  // Two letters in order are in almost every text.
  if (word.length < 3) return null;
  let from = 0;
  for (const letter of word) {
    from = haystack.indexOf(letter, from) + 1;
    if (from === 0) return null;
  }
  return 3;
}

/** The entries that fit, best first; entries that fit alike stay in their order. */
export function search<T>(entries: readonly T[], textOf: (entry: T) => string, typed: string): readonly T[] {
  return entries
    .flatMap((entry) => {
      const score = rank(textOf(entry), typed);
      return score === null ? [] : [{ entry, score }];
    })
    .sort((a, b) => a.score - b.score)
    .map(({ entry }) => entry);
}
