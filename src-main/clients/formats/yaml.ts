import { isMap, isScalar, parseDocument, stringify, type Document, type Pair, type YAMLMap } from 'yaml';
import type { EntryPath, Format } from './format.ts';
import { lineEnd, SyntaxProblem } from './syntax-problem.ts';

/** YAML, edited by lines: our entry is a block of its own in the table of servers. */
export const yaml: Format = {
  parse(text) {
    const document = parsed(text);
    const [problem] = document.errors;
    if (problem) throw new SyntaxProblem(problem.message.split('\n')[0] ?? '', problem.linePos?.[0].line ?? 1);
    return (document.toJS() as unknown) ?? {};
  },
  set(text, path, value) {
    const lines = linesOf(text);
    const { servers, entry, indent } = locate(text, path);
    const block = (by: string) => blockLines({ [path[1]]: value }, by);
    if (entry) return replaceLines(text, lines, entry, block(indent));
    if (servers && isMap(servers.value) && servers.value.items.length > 0) {
      const { last } = spanOf(text, servers);
      return replaceLines(text, lines, { first: last, last }, block(indent));
    }
    if (servers) {
      const span = spanOf(text, servers);
      const header = (lines[span.first] ?? '').replace(/:\s*(\{\s*\}|~|null)?/, ':');
      return replaceLines(text, lines, span, [header, ...block('  ')]);
    }
    const end = trailingEmpty(lines);
    return replaceLines(text, lines, { first: end, last: end }, [`${path[0]}:`, ...block('  ')]);
  },
  remove(text, path) {
    const { servers, entry } = locate(text, path);
    if (!entry || !servers) return text;
    const lines = linesOf(text);
    if ((servers.value as YAMLMap).items.length > 1) return replaceLines(text, lines, entry, []);
    const { first } = spanOf(text, servers);
    const header = (lines[first] ?? '').replace(':', ': {}');
    const comments = lines.slice(first + 1, entry.first);
    return replaceLines(text, lines, { first, last: entry.last }, [header, ...comments]);
  },
};

interface Span {
  /** Counted from 0. */
  readonly first: number;
  /** Behind the last one. */
  readonly last: number;
}

function parsed(text: string): Document.Parsed {
  return parseDocument(text, { keepSourceTokens: false });
}

function locate(text: string, [serversKey, name]: EntryPath) {
  const { contents } = parsed(text);
  const servers = isMap(contents) ? pairOf(contents, serversKey) : undefined;
  const table = servers && isMap(servers.value) && !servers.value.flow ? servers.value : null;
  const found = table ? pairOf(table, name) : undefined;
  const indent = table?.items[0] ? ' '.repeat(columnOf(text, table.items[0])) : '  ';
  return { servers, entry: found ? spanOf(text, found) : null, indent };
}

function pairOf(map: { readonly items: readonly unknown[] }, key: string): Pair | undefined {
  return (map.items as readonly Pair[]).find((pair) => isScalar(pair.key) && pair.key.value === key);
}

function startOf(pair: Pair): number {
  return (pair.key as { readonly range?: readonly number[] }).range?.[0] ?? 0;
}

function columnOf(text: string, pair: Pair): number {
  const start = startOf(pair);
  return start - (text.lastIndexOf('\n', start - 1) + 1);
}

/** The lines of a pair, from its key to the last line that says something deeper than it. */
function spanOf(text: string, pair: Pair): Span {
  const lines = linesOf(text);
  const first = text.slice(0, startOf(pair)).split('\n').length - 1;
  const column = columnOf(text, pair);
  let last = first + 1;
  for (let i = first + 1; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (/^\s*(#.*)?$/.test(line)) continue;
    const depth = line.length - line.trimStart().length;
    if (depth < column || (depth === column && !line.trimStart().startsWith('-'))) break;
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
