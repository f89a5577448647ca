/**
 * Cuts a command line into arguments, without a shell: single and double quotes group, a backslash before a quote, a space
 * or another backslash in quotes makes it plain. Any other backslash stands for itself, as in `C:\Windows`. Nothing is
 * expanded. Null where a quote is not closed.
 */
export function splitCommand(line: string): readonly string[] | null {
  const parts: string[] = [];
  let part: string | null = null;
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const char = line.charAt(i);
    const next = line.charAt(i + 1);
    if (char === '\\' && quote !== "'" && isEscapable(next, quote)) {
      part = (part ?? '') + next;
      i++;
    } else if (quote !== '') {
      if (char === quote) quote = '';
      else part = (part ?? '') + char;
    } else if (char === '"' || char === "'") {
      quote = char;
      part ??= '';
    } else if (/\s/.test(char)) {
      if (part !== null) parts.push(part);
      part = null;
    } else {
      part = (part ?? '') + char;
    }
  }
  if (quote !== '') return null;
  return part === null ? parts : [...parts, part];
}

function isEscapable(char: string, quote: string): boolean {
  return quote === '"' ? char === '"' || char === '\\' : char === '"' || char === "'" || char === ' ';
}
