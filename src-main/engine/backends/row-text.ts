/** Enough for a row and for selectors, in characters; details read the whole. */
export const rowCharacters = 1_000;
export const allCharacters = 1_000_000;
/** Enough for the longest name that says something; a page of it is shown with the details. */
export const nameCharacters = 20_000;

/** At most `limit` characters, the last of them a mark that there were more. */
export function shortened(words: string, limit: number): string {
  return words.length <= limit ? words : `${words.slice(0, limit - 1)}…`;
}

/** Doubles come with their noise: 0.30000000000000004 is 0.3 to a person. */
export function formatNumber(value: number): string {
  return String(Number(value.toPrecision(12)));
}
