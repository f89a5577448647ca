import { z } from 'zod';
import { quotedLines } from '#contract/foreign-text';
import { wholeCharacters } from './room.ts';
import { tokensIn } from './tokens.ts';

/** No text has more characters per token. */
const charactersForToken = 3;

/**
 * The beginning of a text within this many tokens.
 * @param cost of a part, if the answer contains more than the text itself
 */
export function beginningWithin(text: string, tokens: number, cost: (part: string) => number = tokensIn): string {
  if (tokens === Infinity) return text;
  const most = Math.min(text.length, Math.max(0, Math.floor(tokens * charactersForToken)));
  const fits = (length: number) => cost(text.slice(0, length)) <= tokens;
  if (fits(most)) return wholeCharacters(text.slice(0, most));
  let [some, tooMany] = [0, most];
  while (tooMany - some > 1) {
    const middle = Math.floor((some + tooMany) / 2);
    if (fits(middle)) some = middle;
    else tooMany = middle;
  }
  return wholeCharacters(text.slice(0, some));
}

/** The cost of a text that is quoted by line for the model, and exact in the data. */
export function costOfQuoted(text: string): number {
  return Math.max(tokensIn(quotedLines(text)), tokensIn(JSON.stringify(text)));
}

/** For tools that return long texts: the length before the part that is shown. */
export const charactersField = z
  .number()
  .int()
  .nonnegative()
  .default(0)
  .describe('How many characters to skip: the next part.');

/** Describes the shown part of the text, and how to request the next; undefined if it is complete. */
export function partNote(offset: number, shown: number, total: number): string | undefined {
  if (shown === total) return undefined;
  if (offset >= total) return `There are ${total} characters, none of them after the first ${offset}.`;
  const next = offset + shown;
  const more = next < total ? `. Next page: offset ${next}` : '';
  return `Showing characters ${offset + 1} to ${next} of ${total}${more}.`;
}
