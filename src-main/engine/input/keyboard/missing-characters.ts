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
  const others = after.length - text.length;
  if (others < 0 || others > before.length) return false;
  const at = after.indexOf(text, Math.max(0, others - commonEnd(before, after)));
  return at >= 0 && at <= commonStart(before, after);
}

/** What of it lies between what both begin with and what both end with. */
function gainedIn(before: string, after: string): string {
  const from = commonStart(before, after);
  const end = Math.min(commonEnd(before, after), Math.min(before.length, after.length) - from);
  return after.slice(from, after.length - end);
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

function commonEnd(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++;
  return length;
}

/** Toolkits write line ends in their own way, and browsers spaces at the end of a line. */
function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ');
}
