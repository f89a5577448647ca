import { z } from 'zod';
import { oneLine } from '#contract/foreign-text';
import { AppError } from '#contract/errors';
import { describeElement, type ElementNode } from '#contract/model/elements/element';
import { lines, longTextsNote } from '../../../answers/page.ts';
import { Room, shortText, withShortTexts } from '../../../answers/room.ts';
import type { ToolContext } from '../../../define-tool.ts';
import { defineAction } from '../action.ts';
import { target, wait } from '../fields.ts';
import { describeWindow } from '../answers/describe.ts';
import { intendedField } from '../field-meant.ts';
import { locate } from '../locate.ts';

/** Maximum numbers of cells to query at once and per result: each is a query to the app. */
const atOnce = 8;
const mostCells = 1_000;

export const readTable = defineAction({
  name: 'read_table',
  type: 'data_collection',
  effect: 'observe',
  title: 'Read a table',
  description: 'Read the rows and columns of a table or grid in a desktop window as text.',
  input: z.object({
    ...target,
    first_row: z.number().int().nonnegative().default(0).describe('Counted from 0.'),
    max_rows: z.number().int().positive().max(500).default(50),
    first_column: z.number().int().nonnegative().default(0).describe('Counted from 0.'),
    timeout_ms: wait(5_000, 'the table'),
  }),
  oneOf: ['element', 'name', 'control_type', 'automation_id', 'selector'],
  async perform(context, input, scan) {
    const { window, element: named } = await locate(context, input, scan, { until: Date.now() + input.timeout_ms });
    const element = await intendedField(context, named);
    const { table, patterns } = await context.engine.details({ element: element.id }, { signal: context.signal });
    if (!table) {
      const has = patterns.join(', ') || 'none';
      throw new AppError(
        'pattern_not_supported',
        `${describeElement(element)} is not a table; its patterns are ${has}.`,
      );
    }
    const { first_row: firstRow, first_column: firstColumn, max_rows: mostRows } = input;
    const { rows: rowCount, columns: columnCount } = table;
    const headers = table.columnHeaders.map(({ name }) => name);
    const read = { context, element, headers, firstRow, firstColumn, mostRows, rowCount, columnCount };
    const { shown, columns, cut } = await readPart(read);
    const [lastRow, lastColumn] = [firstRow + shown.length - 1, firstColumn + columns];
    const which =
      columns < columnCount
        ? `columns ${firstColumn} to ${lastColumn - 1} of ${columnCount}`
        : `${columnCount} columns`;
    const head = `${describeElement(element)} in ${describeWindow(window)}: rows ${firstRow} to ${lastRow} of ${rowCount}, ${which}`;
    const heading = withShortTexts(
      headers.slice(firstColumn, lastColumn),
      cut ? shortText : Infinity,
    ) as readonly string[];
    return {
      text: [head, lineFor(heading), ...shown.map(({ text }) => text)].join('\n'),
      fields: {
        headers: heading,
        rows: shown.map(({ data }) => data),
        firstRow,
        rowCount,
        columnCount,
        ...(columns < columnCount && { firstColumn }),
      },
      note: lines(
        lastRow + 1 < rowCount && `${rowCount - lastRow - 1} rows follow: ask with first_row ${lastRow + 1}.`,
        lastColumn < columnCount && `${columnCount - lastColumn} columns follow: ask with first_column ${lastColumn}.`,
        cut && longTextsNote,
      ),
    };
  },
});

interface Part {
  readonly context: ToolContext;
  readonly element: ElementNode;
  readonly headers: readonly string[];
  readonly firstRow: number;
  readonly firstColumn: number;
  readonly mostRows: number;
  readonly rowCount: number;
  readonly columnCount: number;
}

/** Rows read before it is known whether they fit. */
const rowsAtOnce = 10;

/** As many rows as fit, each with as many columns as fit in the first. */
async function readPart(part: Part) {
  const { context, element, headers, firstRow, firstColumn, mostRows, rowCount, columnCount } = part;
  const end = Math.min(rowCount, firstRow + Math.min(mostRows, Math.floor(mostCells / Math.max(1, columnCount)) || 1));
  const rowsFrom = (first: number, last: number, columns: number) =>
    readRows(context, element, { first, last: Math.min(end, last), firstColumn, columns });
  const wide = Math.max(0, Math.min(columnCount - firstColumn, mostCells));
  const [sample = []] = await rowsFrom(firstRow, firstRow + 1, wide);
  const room = new Room(context.room);
  const rowOf = (cells: readonly string[]): TableRow => {
    const data = room.short(cells);
    return { text: lineFor(data), data };
  };
  const columns = columnsThatFit(sample, headers.slice(firstColumn), context.room);
  const heading = rowOf(headers.slice(firstColumn, firstColumn + columns));
  const shown: TableRow[] = [];
  room.takes(heading);
  for (let at = firstRow; at < end; at += rowsAtOnce) {
    for (const cells of await rowsFrom(at, at + rowsAtOnce, columns)) {
      const row = rowOf(cells);
      const fits = room.takes(row);
      if (shown.length > 0 && !fits) return { shown, columns, cut: room.hasCut };
      shown.push(row);
    }
  }
  return { shown, columns, cut: room.hasCut };
}

interface TableRow {
  readonly text: string;
  readonly data: readonly string[];
}

/** A row and the headers may each take a quarter of the room, so that further rows fit. */
function columnsThatFit(cells: readonly string[], headers: readonly string[], room: number): number {
  const filling = new Room(room / 4);
  const columns = cells.findIndex((cell, at) => {
    const both = withShortTexts([cell, headers[at] ?? ''], shortText) as readonly string[];
    return !filling.takes({ text: lineFor(both), data: both });
  });
  return columns < 0 ? cells.length : columns;
}

function lineFor(cells: readonly string[]): string {
  return `> ${cells.map(cellText).join(' | ')}`;
}

/** Escapes the bar that separates cells. */
function cellText(text: string): string {
  return oneLine(text).replaceAll('|', '\\|');
}

interface Cells {
  readonly first: number;
  /** The row after the last. */
  readonly last: number;
  readonly firstColumn: number;
  readonly columns: number;
}

async function readRows(
  context: ToolContext,
  table: ElementNode,
  { first, last, firstColumn, columns }: Cells,
): Promise<readonly (readonly string[])[]> {
  const rows = Array.from({ length: Math.max(0, last - first) }, () => new Array<string>(columns).fill(''));
  const places = rows.flatMap((row, at) => row.map((_, column) => ({ row, at, column })));
  const read = async () => {
    for (let next = places.shift(); next !== undefined; next = places.shift()) {
      next.row[next.column] = await textOfCell(context, table, first + next.at, firstColumn + next.column);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, read));
  return rows;
}

async function textOfCell({ engine, signal }: ToolContext, table: ElementNode, row: number, column: number) {
  try {
    const { name, value, states } = await engine.cell({ element: table.id, row, column }, { signal });
    return name || value || (states.includes('checked') ? 'checked' : '');
  } catch (error) {
    // A row that disappeared meanwhile is empty.
    if (error instanceof AppError && ['not_found', 'element_stale'].includes(error.code)) return '';
    throw error;
  }
}
