import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { parseJson, readText } from '../saving/files.ts';

/** Texts by the names of a recording's inputs. */
export type DataRow = Readonly<Record<string, string>>;

/**
 * Reads the rows of a `.json` file (a list of objects) or of a table with column names in its first line, separated by commas,
 * semicolons or tabs and quoted as in RFC 4180.
 * @throws AppError `file_error`, `invalid_parameter` with the invalid row
 */
export async function readDataRows(path: string): Promise<readonly DataRow[]> {
  const text = await readText(path);
  const rows = path.toLowerCase().endsWith('.json') ? rowsOfJson(path, parseJson(path, text)) : rowsOfTable(path, text);
  if (rows.length === 0) throw wrong(path, 'has no rows', 'Write one row for each replay.');
  return rows;
}

function rowsOfJson(path: string, value: unknown): readonly DataRow[] {
  if (!Array.isArray(value)) throw wrong(path, 'is no list', 'Write [{"name": "text"}, …].');
  return value.map((row: unknown, index) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      throw wrong(path, `has no object as row ${index + 1}`, 'Write {"name": "text"}.');
    }
    const entries = Object.entries(row).map(([name, text]): [string, string] => {
      if (typeof text === 'string' || typeof text === 'number') return [name, String(text)];
      throw wrong(path, `has no text as ${quoted(name)} of row ${index + 1}`, 'Give a text or a number.');
    });
    return Object.fromEntries(entries);
  });
}

function rowsOfTable(path: string, text: string): readonly DataRow[] {
  const [header = [], ...rows] = cellsOf(path, text);
  const names = header.map((name) => name.trim());
  const known = new Set<string>();
  const unnamed = names.findIndex((name) => name === '' || known.has(name) || !known.add(name));
  if (unnamed >= 0) throw wrong(path, `has no name of its own for column ${unnamed + 1}`, 'Name each column once.');
  return rows.map((row, index) => {
    if (row.length === names.length) return Object.fromEntries(names.map((name, column) => [name, row[column] ?? '']));
    const cells = `has ${row.length} cells in row ${index + 1}, and ${names.length} columns`;
    throw wrong(path, cells, 'Quote a cell that holds the separator.');
  });
}

/** A replay of each row takes a second and more. */
const mostCells = 300_000;

/** Empty lines are not rows. */
function cellsOf(path: string, text: string): readonly (readonly string[])[] {
  const separator = [',', ';', '\t'].find((one) => text.split(/\r?\n/, 1)[0]?.includes(one)) ?? ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let cells = 0;
  // A cell, quoted or not, and the separator after it.
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\r\n]*))(${separator}|\r?\n|$)`, 'gy');
  while (cell.lastIndex < text.length || row.length > 0) {
    const found = cell.exec(text);
    if (!found)
      throw wrong(path, `cannot be read after row ${rows.length}`, 'Close the quotes, and double those inside.');
    const [, inQuotes, bare = '', end] = found;
    if (++cells > mostCells) throw wrong(path, `has more than ${mostCells} cells`, 'Divide it into several files.');
    row.push(inQuotes === undefined ? bare : inQuotes.replaceAll('""', '"'));
    if (end === separator) continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}

function wrong(path: string, why: string, hint: string): AppError {
  return new AppError('invalid_parameter', `${quoted(path)} ${why}.`, { hint });
}
