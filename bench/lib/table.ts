import type { Row } from './rows.ts';

const columns = {
  subject: '',
  task: '',
  contestant: 'who',
  median: 'median',
  range: 'min–max',
  samples: 'n',
  found: 'found',
  ratio: 'ours is',
  cpu: 'CPU ms, own + app',
  note: '',
} as const;

type Column = keyof typeof columns;

const allNames = Object.keys(columns) as Column[];
const rightAligned: ReadonlySet<Column> = new Set<Column>(['median', 'range', 'samples', 'found', 'ratio', 'cpu']);

/** Aligned text for a terminal; repeated cells are printed once. */
export function toText(rows: readonly Row[]): string {
  const table = [{ ...columns }, ...rows.map(sayOnce)];
  const names = namesIn(rows);
  const widths = names.map((name) => Math.max(...table.map((row) => row[name].length)));
  const line = (row: Readonly<Record<Column, string>>) => names.map((name, i) => cell(name, row[name], widths[i] ?? 0));
  return table.map((row) => line(row).join('  ').trimEnd()).join('\n');
}

/** A Markdown table. */
export function toMarkdown(rows: readonly Row[]): string {
  const names = namesIn(rows);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = names.map((name) => (rightAligned.has(name) ? '---:' : '---'));
  const body = rows.map((row, i, all) => line(names.map((name) => sayOnce(row, i, all)[name].replaceAll('|', '\\|'))));
  return [line(names.map((name) => columns[name])), line(rule), ...body].join('\n');
}

/** Omits columns that are empty in all rows. */
function namesIn(rows: readonly Row[]): readonly Column[] {
  return allNames.filter((name) => rows.some((row) => row[name] !== ''));
}

function sayOnce(row: Row, index: number, rows: readonly Row[]): Row {
  const above = rows[index - 1];
  if (above?.subject !== row.subject) return row;
  return { ...row, subject: '', task: above.task === row.task ? '' : row.task };
}

function cell(name: Column, text: string, width: number): string {
  return rightAligned.has(name) ? text.padStart(width) : text.padEnd(width);
}
