/** UFO's list (microsoft/UFO, cli_mcp_server.py) of programs allowed without configuration. */
export const standardPrograms: readonly string[] = [
  'notepad',
  'calc',
  'mspaint',
  'wordpad',
  'explorer',
  'msedge',
  'chrome',
  'firefox',
  'winword',
  'excel',
  'powerpnt',
  'outlook',
  'onenote',
  'code',
];

/**
 * Patterns that no command line may contain, whichever program it starts. They are UFO's; but a word such as `curl` counts only
 * as a command, so that a browser may open https://curl.se.
 */
const dangerous: readonly RegExp[] = [
  /Invoke-(Expression|WebRequest|RestMethod)|\b(IEX|IWR|IRM)\b/i,
  /\bStart-Process\b|\bAdd-Type\b|\bNew-Service\b|\bSet-ExecutionPolicy\b/i,
  /New-Object\s+.*Net\.WebClient|DownloadString|DownloadFile/i,
  /\b(cmd|powershell|pwsh)(\.exe)?\s+[/-]/i,
  /[|;&`]\s*(bash|sh|cmd|powershell|pwsh)\b/i,
  /\bsc\.exe\b|\bschtasks(\.exe)?\b|\breg(\.exe)?\s+(add|delete|import)\b|\bnet\s+(user|localgroup)\b/i,
  /\bRemove-Item\b.*-Recurse|\brm\s+-rf\b/i,
  /[`$]\(/,
  /(^|[\s|;&`])(curl|wget|mstsc)(\.exe)?(\s|$)/i,
  />{1,2}\s*[/\\]/,
];

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The program of a command line, or null if not allowed: the first word must be the exact name of an allowed program, in any
 * case, with or without `.exe`. Windows' `start` before it is ignored.
 */
export function allowedProgram(line: string, configured: readonly string[]): Program | null {
  const program = programIn(line);
  if (!program || dangerous.some((pattern) => pattern.test(line))) return null;
  const allowed = new Set([...standardPrograms, ...configured].map(plain));
  return allowed.has(plain(program.command)) ? program : null;
}

/** The program of a command line, allowed or not; null if there is none. */
export function programIn(line: string): Program | null {
  const [command, ...args] = withoutStart(splitCommand(line) ?? []);
  return command === undefined ? null : { command, args };
}

/** UFO's own prompts advise `start explorer`: removes the word and its switches. */
function withoutStart(words: readonly string[]): readonly string[] {
  if (plain(words[0] ?? '') !== 'start') return words;
  const first = words.findIndex((word, index) => index > 0 && word !== '' && !word.startsWith('/'));
  return first < 0 ? [] : words.slice(first);
}

function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/\.exe$/, '');
}

/**
 * Cuts a command line into arguments, without a shell: single and double quotes group, a backslash before a quote, a space or
 * another backslash in quotes makes it plain. Any other backslash represents itself, as in `C:\Windows`. Nothing is expanded.
 * Null if a quote is not closed.
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
