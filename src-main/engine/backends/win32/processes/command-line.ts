/**
 * One line of program and arguments that a program of Microsoft's C runtime takes apart again as they were:
 * https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments . A backslash counts as one unless a quote
 * follows.
 */
export function commandLine(program: string, args: readonly string[]): string {
  return [`"${program}"`, ...args.map(quoted)].join(' ');
}

function quoted(argument: string): string {
  if (argument !== '' && !/[\s"]/.test(argument)) return argument;
  return `"${argument.replace(/(\\*)("|$)/g, (_, slashes: string, quote: string) => slashes + slashes + (quote && '\\"'))}"`;
}

/** The arguments of such a line, by the same rules: a pair of quotes inside quotes is one, what is not closed ends with it. */
export function argumentsIn(line: string): readonly string[] {
  const behindProgram = line.replace(/^(?:"[^"]*"?|[^\s"])*/, '');
  const found: string[] = [];
  let current: string | null = null;
  let isQuoted = false;
  let closedAt = -1;
  for (const { 0: text, 1: slashes, index } of behindProgram.matchAll(/(\\*)"|\\+|\s|[^\\"\s]+/g)) {
    if (slashes !== undefined) {
      current = (current ?? '') + '\\'.repeat(slashes.length >> 1);
      const isDouble: boolean = slashes === '' && index === closedAt;
      if (isDouble || slashes.length % 2 === 1) current += '"';
      if (slashes.length % 2 === 0) isQuoted = !isQuoted;
      closedAt = isQuoted ? -1 : index + text.length;
    } else if (isQuoted || text.trim() !== '') {
      current = (current ?? '') + text;
    } else {
      if (current !== null) found.push(current);
      current = null;
    }
  }
  if (current !== null) found.push(current);
  return found;
}
