/** An element of a list as it stands in a file. */
export interface Element {
  readonly text: string;
  readonly offset: number;
}

/**
 * The elements of a JSON text that is a list, one after the other: parsed all at once, a list of millions takes many times
 * its length.
 * @param text JSON that was parsed already
 */
export function* elementsOf(text: string): Generator<Element> {
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '[' || character === '{') {
      if (++depth === 1) start = at + 1;
    } else if (character === ']' || character === '}') depth--;
    if (depth > 1 || (depth === 1 && character !== ',') || (depth === 0 && character !== ']')) continue;
    const raw = text.slice(start, at);
    const inside = raw.trim();
    if (inside !== '') yield { text: inside, offset: start + raw.indexOf(inside) };
    start = at + 1;
  }
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '"') return at;
    if (text[at] === '\\') at++;
  }
  return text.length;
}
