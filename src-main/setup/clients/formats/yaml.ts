import { isMap, isScalar, isSeq, parseDocument, stringify, type Document, type Pair, type YAMLMap } from 'yaml';
import { type EntryPath, type Format, lineEnd, SyntaxProblem } from './format.ts';

/** YAML, edited by lines: our entry is a separate block in the table of servers. */
export const yaml: Format = {
  parse: read,
  set: (text, path, value) => set(text, path, { [path[1]]: value }),
  remove: (text, path) => remove(text, path, '{}'),
};

/** The same where servers are a list, each with its own name in it. */
export const yamlList: Format = {
  parse: (text) => byName(read(text)),
  set: (text, path, value) => set(text, path, [value]),
  remove: (text, path) => remove(text, path, '[]'),
};

function read(text: string): unknown {
  const document = parsed(text);
  const [problem] = document.errors;
  if (problem) throw new SyntaxProblem(problem.message.split('\n')[0] ?? '', problem.linePos?.[0].line ?? 1);
  return (document.toJS() as unknown) ?? {};
}

/** Top-level lists whose entries are all named, as tables. */
function byName(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return settings;
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, named(value) ?? (value as unknown)]));
}

function named(value: unknown): Readonly<Record<string, unknown>> | null {
  if (!Array.isArray(value)) return null;
  const names = value.map((entry: { readonly name?: unknown } | null) => entry?.name);
  const differ = new Set(names).size === names.length && names.every((name) => typeof name === 'string');
  return differ ? Object.fromEntries(names.map((name, index) => [name, value[index] as unknown])) : null;
}

function set(text: string, path: EntryPath, value: unknown): string {
  const lines = linesOf(text);
  const { header, entries, own, indent } = locate(text, path);
  const block = (by: string) => blockLines(value, by);
  if (own) return replaceLines(text, lines, own.span, block(indent));
  if (header && entries.length > 0)
    return replaceLines(text, lines, { first: header.last, last: header.last }, block(indent));
  if (header) {
    const line = (lines[header.first] ?? '').replace(/:\s*(\{\s*\}|\[\s*\]|~|null)?/, ':');
    return replaceLines(text, lines, header, [line, ...block('  ')]);
  }
  const end = trailingEmpty(lines);
  return replaceLines(text, lines, { first: end, last: end }, [`${path[0]}:`, ...block('  ')]);
}

function remove(text: string, path: EntryPath, empty: Empty): string {
  const { header, entries, own } = locate(text, path);
  if (!own || !header) return text;
  const lines = linesOf(text);
  if (entries.length > 1) return replaceLines(text, lines, own.span, []);
  const { first } = header;
  const line = (lines[first] ?? '').replace(':', `: ${empty}`);
  const comments = lines.slice(first + 1, own.span.first);
  return replaceLines(text, lines, { first, last: own.span.last }, [line, ...comments]);
}

type Empty = '{}' | '[]';

interface Span {
  /** Counted from 0. */
  readonly first: number;
  /** Behind the last one. */
  readonly last: number;
}

interface Block {
  readonly name: unknown;
  readonly span: Span;
  readonly column: number;
}

function parsed(text: string): Document.Parsed {
  return parseDocument(text, { keepSourceTokens: false });
}

/** Where the servers stand: `header` from their key to their end. */
function locate(text: string, [serversKey, name]: EntryPath) {
  const { contents } = parsed(text);
  const servers = isMap(contents) ? pairOf(contents, serversKey) : undefined;
  const entries = servers ? blocksIn(text, servers.value) : [];
  return {
    header: servers ? spanOf(text, keyStart(servers), false) : null,
    entries,
    own: entries.find((entry) => entry.name === name) ?? null,
    indent: ' '.repeat(entries[0]?.column ?? 2),
  };
}

/** The entries of a table or list in block style; none in flow style. */
function blocksIn(text: string, servers: unknown): readonly Block[] {
  if (isMap(servers) && !servers.flow) {
    return (servers.items as readonly Pair[]).map((pair) => {
      return blockAt(text, keyStart(pair), { name: isScalar(pair.key) ? pair.key.value : null, dash: false });
    });
  }
  if (!isSeq(servers) || servers.flow) return [];
  return servers.items.filter(isMap).map((entry: YAMLMap) => {
    const dash = text.lastIndexOf('-', entry.range?.[0] ?? 0);
    return blockAt(text, dash, { name: entry.get('name'), dash: true });
  });
}

function blockAt(
  text: string,
  start: number,
  { name, dash }: { readonly name: unknown; readonly dash: boolean },
): Block {
  return { name, span: spanOf(text, start, dash), column: columnOf(text, start) };
}

function pairOf(map: { readonly items: readonly unknown[] }, key: string): Pair | undefined {
  return (map.items as readonly Pair[]).find((pair) => isScalar(pair.key) && pair.key.value === key);
}

function keyStart(pair: Pair): number {
  return (pair.key as { readonly range?: readonly number[] }).range?.[0] ?? 0;
}

function columnOf(text: string, start: number): number {
  return start - (text.lastIndexOf('\n', start - 1) + 1);
}

/**
 * The lines of an entry, from its key or dash to the last deeper non-empty line. A key's list may be indented like the
 * key.
 */
function spanOf(text: string, start: number, isDash: boolean): Span {
  const lines = linesOf(text);
  const first = text.slice(0, start).split('\n').length - 1;
  const column = columnOf(text, start);
  let last = first + 1;
  for (let i = first + 1; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (/^\s*(#.*)?$/.test(line)) continue;
    const depth = line.length - line.trimStart().length;
    if (depth < column || (depth === column && (isDash || !line.trimStart().startsWith('-')))) break;
    last = i + 1;
  }
  return { first, last };
}

function linesOf(text: string): readonly string[] {
  return text.split(lineEnd(text));
}

/** Where the empty lines at the end begin. */
function trailingEmpty(lines: readonly string[]): number {
  let end = lines.length;
  while (end > 0 && (lines[end - 1] ?? '').trim() === '') end--;
  return end;
}

function replaceLines(text: string, lines: readonly string[], { first, last }: Span, block: readonly string[]): string {
  const rest = lines.slice(last);
  const changed = [...lines.slice(0, first), ...block, ...(rest.length === 0 ? [''] : rest)];
  return changed.join(lineEnd(text));
}

function blockLines(value: unknown, indent: string): string[] {
  return stringify(value, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line) => indent + line);
}
