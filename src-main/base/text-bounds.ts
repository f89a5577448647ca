import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';

/** A value of a JSON text takes a hundred bytes in memory for two in the file. */
const mostValues = 400_000;
/** Parsers recurse by level. Trees of windows have some two hundred. */
const deepest = 1_000;

/**
 * Refuses an untrusted text that would take far more memory than its length, or that nests deeper than anything that
 * programs write. JSON alone, or JSON lines.
 * @throws AppError `invalid_parameter`
 */
export function ensureWithinBounds(text: string, name: string): void {
  let [values, depth, most] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === bracket || code === brace) {
      values++;
      if (++depth > most) most = depth;
    } else if (code === closingBracket || code === closingBrace) depth--;
    else if (code === comma) values++;
  }
  if (values <= mostValues && most <= deepest) return;
  const what =
    values > mostValues ? `more than ${mostValues} values` : `values nested more than ${deepest} levels deep`;
  throw new AppError('invalid_parameter', `${quoted(name)} holds ${what}: it is not read.`);
}

const [quote, backslash, newline, comma] = [0x22, 0x5c, 0x0a, 0x2c];
const [bracket, closingBracket, brace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The end of the string that begins there, or of its line: no JSON string spans lines. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote || code === newline) return at;
    if (code === backslash) at++;
  }
  return text.length;
}

/** Maximum number of lines to read from a foreign log; nobody reads more. */
export const mostLines = 20_000;
/** Maximum number of steps of a foreign recording. */
export const mostSteps = 10_000;
/** Maximum number of steps of a foreign run, and of acts in all of them together. */
export const mostRunSteps = 3_000;
export const mostRunActs = 20_000;

/** The lines to read, unchanged, and the number of omitted ones. */
export function linesOf(text: string): { readonly lines: readonly string[]; readonly left: number } {
  const lines: string[] = [];
  let at = 0;
  while (at <= text.length && lines.length < mostLines) {
    const end = text.indexOf('\n', at);
    lines.push(text.slice(at, end < 0 ? text.length : end));
    if (end < 0) return { lines, left: 0 };
    at = end + 1;
  }
  let left = at < text.length ? 1 : 0;
  for (let end = text.indexOf('\n', at); end >= 0 && end < text.length - 1; end = text.indexOf('\n', end + 1)) left++;
  return { lines, left };
}

/** A note for an import; empty if nothing was omitted. */
export function leftNote(left: number): readonly string[] {
  return left > 0 ? [`The ${left} lines after the first ${mostLines} are not read.`] : [];
}

/** Levenshtein’s distance: insertions, deletions and replacements that lead from one to the other. */
export function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
