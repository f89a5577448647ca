/** What a tool call may weigh, in bytes. */
export const maxBodyBytes = 4 * 1024 * 1024;
export const tooLarge = `A request may have ${maxBodyBytes} bytes.`;
/** What reads a request goes down with its levels; no tool needs more than ten. */
const deepest = 200;

export const tooDeep = `Invalid request: it may be nested ${deepest} levels deep.`;

/** Whether arrays and objects of a JSON text lie deeper in each other than any request needs. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  // Strings as a whole, since brackets in them mean nothing; one that does not end is no JSON anyway.
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[{\]}]/gs)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    if (depth > deepest) return true;
  }
  return false;
}

/** Without the byte order mark that some shells and editors write before the first line. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
