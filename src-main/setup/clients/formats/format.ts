import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';

/** `servers` is the key of the table of servers, `name` the entry in it. */
export type EntryPath = readonly [servers: string, name: string];

/** A language of settings files, edited as text so that everything else stays byte for byte. */
export interface Format {
  /** An empty table for an empty file. @throws SyntaxProblem */
  parse(text: string): unknown;
  set(text: string, path: EntryPath, value: Readonly<Record<string, unknown>>): string;
  /** The entry exists. */
  remove(text: string, path: EntryPath): string;
}

type Table = Readonly<Record<string, unknown>>;

/** The value under `path` in the file; undefined if none. @throws SyntaxProblem */
export function readEntry(format: Format, text: string, [servers, name]: EntryPath): unknown {
  const table = tableOf(format.parse(text))[servers];
  return table === undefined || table === null ? undefined : tableOf(table)[name];
}

/**
 * The text with the entry set, or removed where `value` is undefined. The result is parsed again: a text in which anything else
 * would have changed is never returned.
 * @throws SyntaxProblem if the file cannot be read
 * @throws AppError `file_error` if it cannot be changed safely
 */
export function edit(format: Format, text: string, path: EntryPath, value: Table | undefined): string {
  const [servers, name] = path;
  const before = tableOf(format.parse(text));
  const table = tableOf(before[servers] ?? {});
  const { [name]: old, ...others } = table;
  if (value === undefined && old === undefined) return text;
  if (value !== undefined && canonical(old) === canonical(value)) return text;
  const wanted = { ...before, [servers]: { ...others, ...(value && { [name]: value }) } };
  const after = value ? format.set(text, path, value) : format.remove(text, path);
  if (canonicalValue(format, after, servers) === canonical(wanted)) return after;
  throw new AppError(
    'file_error',
    `The file spells ${quoted(`${servers}.${name}`)} in a way that cannot be changed safely.`,
    {
      hint: 'Change it by hand: nothing was written.',
    },
  );
}

/** The text's data, for comparison; null if it is invalid. An empty table and none are equal to every client. */
function canonicalValue(format: Format, text: string, servers: string): string | null {
  try {
    const table = tableOf(format.parse(text));
    return canonical({ ...table, [servers]: table[servers] ?? {} });
  } catch {
    return null;
  }
}

function tableOf(value: unknown): Table {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Table;
  throw new AppError('file_error', 'The file does not contain settings.', {
    hint: 'Correct it with its own program, or move it away.',
  });
}

/** The same text for the same value, regardless of the order of keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** The file's content does not match its name. */
export class SyntaxProblem extends Error {
  /** Counted from 1. */
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.name = 'SyntaxProblem';
    this.line = line;
  }
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** How the file ends its lines. */
export function lineEnd(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
