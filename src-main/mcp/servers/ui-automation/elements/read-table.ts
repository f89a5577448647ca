import { z } from 'zod';
import { oneLine } from '#contract/foreign-text';
import { AppError } from '#contract/errors';
import { describeElement, type ElementNode } from '#contract/model/element';
import type { ToolContext } from '../../../define-tool.ts';
import { defineAction } from '../action.ts';
import { target, wait } from '../fields.ts';
import { describeWindow } from '../line.ts';
import { locate } from '../locate.ts';

/** Cells asked for at once, and in one result: each is a question to the app. */
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
    timeout_ms: wait(5_000, 'the table'),
  }),
  oneOf: ['element', 'name', 'control_type', 'automation_id', 'selector'],
  async perform(context, input, scan) {
    const { window, element } = await locate(context, input, scan, { until: Date.now() + input.timeout_ms });
    const { table, patterns } = await context.engine.details({ element: element.id }, { signal: context.signal });
    if (!table) {
      const has = patterns.join(', ') || 'none';
      throw new AppError('pattern_not_supported', `${describeElement(element)} is no table; its patterns are ${has}.`);
    }
    const headers = table.columnHeaders.map(({ name }) => name);
    const wanted = Math.min(input.max_rows, Math.max(1, Math.floor(mostCells / Math.max(1, table.columns))));
    const last = Math.min(table.rows, input.first_row + wanted);
    const rows = await readRows(context, element, { first: input.first_row, last, columns: table.columns });
    const shown = `rows ${input.first_row} to ${last - 1} of ${table.rows}, ${table.columns} columns`;
    const lines = [headers, ...rows].map((row) => `> ${row.map(cellText).join(' | ')}`);
    return {
      text: [`${describeElement(element)} in ${describeWindow(window)}: ${shown}`, ...lines].join('\n'),
      fields: { headers, rows, firstRow: input.first_row, rowCount: table.rows, columnCount: table.columns },
      note: last < table.rows ? `${table.rows - last} rows follow: ask with first_row ${last}.` : undefined,
    };
  },
});

/** The bar that parts cells is escaped in one. */
function cellText(text: string): string {
  return oneLine(text).replaceAll('|', '\\|');
}

async function readRows(
  context: ToolContext,
  table: ElementNode,
  { first, last, columns }: { readonly first: number; readonly last: number; readonly columns: number },
): Promise<readonly (readonly string[])[]> {
  const rows = Array.from({ length: Math.max(0, last - first) }, () => new Array<string>(columns).fill(''));
  const places = rows.flatMap((row, at) => row.map((_, column) => ({ row, at, column })));
  const read = async () => {
    for (let next = places.shift(); next !== undefined; next = places.shift()) {
      next.row[next.column] = await textOf(context, table, first + next.at, next.column);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, read));
  return rows;
}

async function textOf({ engine, signal }: ToolContext, table: ElementNode, row: number, column: number) {
  try {
    const { name, value, states } = await engine.cell({ element: table.id, row, column }, { signal });
    return name || value || (states.includes('checked') ? 'checked' : '');
  } catch (error) {
    // A row that went away meanwhile is empty.
    if (error instanceof AppError && ['not_found', 'element_stale'].includes(error.code)) return '';
    throw error;
  }
}
