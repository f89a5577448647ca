/**
 * Upper bound of a text's tokens, without a tokenizer, since every model has its own. The cost of a part is the maximum over the
 * tokenizers of GPT-4, GPT-4o, Llama 3 and Claude 2 (npm: gpt-tokenizer 4.0.0, llama3-tokenizer-js 1.2.0,
 * @anthropic-ai/tokenizer 0.0.4), measured with unseen text: random letters, digits and marks, and characters of each script.
 * English, and our own JSON, need about half.
 * @param most above this number the rest is not counted
 */
export function tokensIn(text: string, most = Infinity): number {
  let tokens = 0;
  for (const [part, word, digits, space, marks] of text.matchAll(parts)) {
    if (word !== undefined) tokens += known.has(word.toLowerCase()) ? 1 : 1 + (word.length - 1) * perLetter;
    else if (digits !== undefined) tokens += digits.length;
    else if (space !== undefined) tokens += space === ' ' ? 0.5 : 1 + (space.length - 1) * 0.4;
    else if (marks !== undefined) tokens += joints.has(marks) ? 1 : 1 + (marks.length - 1) * 0.7;
    else tokens += tokensOf(part);
    if (tokens > most) break;
  }
  return Math.ceil(tokens);
}

/** For every letter of a word after the first. */
const perLetter = 0.6;

/** A word or a part of one (`controlType` is two), digits, blanks and breaks, marks, any other character. */
const parts = /([A-Z]?[a-z]+|[A-Z]+)|(\d+)|([ \t-\r]+)|([!-/:-@[-`{-~]+)|[^]/gu;

/** For a non-ASCII character: its bytes, which such tokenizers never exceed, unless it is common. */
function tokensOf(character: string): number {
  if (character === '×') return 1;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x800) return 2;
  if (code >= 0x2010 && code <= 0x2027) return 1.5;
  if (code >= 0x3000 && code <= 0x30ff) return 2;
  if (code >= 0x4e00 && code <= 0x9fff) return 2.5;
  return code < 0x10000 ? 3 : 4;
}

/** Frequent words of answers; each is one token. */
const known: ReadonlySet<string> = new Set(
  (
    'element id ref name control type value bounding rect rectangle monitor relative index supported patterns is enabled ' +
    'window title app pid left top right bottom level children text width height class process visible selected source ' +
    'label kind handle state active desktop bounds always on owner node true false null button edit list item image group ' +
    'menu bar tree tab check box radio table data header scroll selection expand range grid runtime normal call tool error ' +
    'result words confidence line org accessible'
  ).split(' '),
);

/** Between the parts of JSON; each is one token. */
const joints: ReadonlySet<string> = new Set([
  '":"',
  '","',
  '":',
  '":{"',
  '},"',
  '{"',
  '"}',
  '},{"',
  ',"',
  '":[',
  '],"',
]);
