/**
 * Which characters of a typed text, counted from 1, are not in what a field has gained by it. Whatever the text replaced, and
 * what the app adds of its own, such as a closing bracket, counts as nothing. A field that is as before has gained nothing.
 */
export function missingCharacters(text: string, before: string, after: string): readonly number[] {
  const [typed, was, is] = [plain(text), plain(before), plain(after)];
  if (stands(typed, was, is)) return [];
  const gained = Array.from(gainedIn(was, is));
  let at = 0;
  return Array.from(typed).flatMap((character, i) => {
    const found = gained.indexOf(character, at);
    if (found < 0) return [i + 1];
    at = found + 1;
    return [];
  });
}

/** Whether the field is as before, but for a part of it, or nothing, in whose place the text stands. */
function stands(text: string, before: string, after: string): boolean {
  if (before === after) return text === '';
  for (let at = after.indexOf(text); at >= 0; at = after.indexOf(text, at + 1)) {
    const rest = after.slice(at + text.length);
    const isKept = before.startsWith(after.slice(0, at)) && before.endsWith(rest);
    if (isKept && at + rest.length <= before.length) return true;
  }
  return false;
}

/** What of it lies between what both begin with and what both end with. */
function gainedIn(before: string, after: string): string {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end++;
  return after.slice(from, after.length - end);
}

/** Toolkits write line ends in their own way, and browsers spaces at the end of a line. */
function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ');
}
