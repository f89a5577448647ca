import { parse, stringify, TomlError } from 'smol-toml';
import { type EntryPath, type Format, lineEnd, SyntaxProblem } from './format.ts';

/**
 * TOML, of which only our own tables are touched: `[servers.name]` and those below it, from their header to the next
 * one. Other spellings of the same (inline tables, dotted keys) are left to the user: the check after the edit refuses
 * them.
 */
export const toml: Format = {
  parse(text) {
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof TomlError) throw new SyntaxProblem(error.message.split('\n')[0] ?? '', error.line);
      throw error;
    }
  },
  set(text, path, value) {
    const end = lineEnd(text);
    const block = stringify({ [path[0]]: { [path[1]]: value } })
      .trimEnd()
      .split('\n')
      .join(end);
    const found = ownLines(text, path);
    const lines = text.split(end);
    if (found) return [...lines.slice(0, found.first), block, ...lines.slice(found.last)].join(end);
    const rest = text.trimEnd();
    return `${rest === '' ? '' : text.replace(/\s*$/, (space) => (space.includes('\n') ? space : end)) + end}${block}${end}`;
  },
  remove(text, path) {
    const found = ownLines(text, path);
    if (!found) return text;
    const end = lineEnd(text);
    const lines = text.split(end);
    const before = lines.slice(0, found.first);
    const after = lines.slice(found.last);
    // The empty line that set the table apart goes with it.
    if (before.at(-1)?.trim() === '' && (after[0] ?? '').trim() === '') before.pop();
    return [...before, ...after].join(end);
  },
};

/** The lines of our tables: from the first header to the last non-empty line, without comments of the next one. */
function ownLines(text: string, path: EntryPath): { readonly first: number; readonly last: number } | null {
  const lines = text.split(lineEnd(text));
  const headers = lines.flatMap((line, index) => {
    const keys = headerKeys(line);
    return keys ? [{ index, own: path.every((key, at) => keys[at] === key) }] : [];
  });
  const at = headers.findIndex(({ own }) => own);
  const first = headers[at];
  if (!first) return null;
  const next = headers.slice(at).find(({ own }) => !own);
  let last = next?.index ?? lines.length;
  while (last > first.index + 1 && /^\s*(#.*)?$/.test(lines[last - 1] ?? '')) last--;
  return { first: first.index, last };
}

/** The keys of a table header; null for any other line. */
function headerKeys(line: string): readonly string[] | null {
  const inside = /^\s*\[([^[\]]+)\]\s*(#.*)?$/.exec(line)?.[1];
  if (inside === undefined) return /^\s*\[\[/.test(line) ? [] : null;
  return [...inside.matchAll(/"([^"]*)"|'([^']*)'|([^\s."']+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
}
