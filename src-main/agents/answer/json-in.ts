/** How many ends are tried: what is longer wrong is no answer, and each try reads all of it. */
const mostEnds = 50;

/**
 * The JSON object in a text: alone, in a fence, or among other words. Null where there is none. Models write sentences around
 * it, and local ones leave out the end.
 */
export function jsonIn(text: string): object | null {
  const from = text.indexOf('{');
  if (from < 0) return null;
  let to = text.lastIndexOf('}');
  for (let tried = 0; to > from && tried < mostEnds; tried++, to = text.lastIndexOf('}', to - 1)) {
    const value = parse(text.slice(from, to + 1));
    if (value) return value;
  }
  return null;
}

function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
