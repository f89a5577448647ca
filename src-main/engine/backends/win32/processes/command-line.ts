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
