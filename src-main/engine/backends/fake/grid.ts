import { AppError } from '#contract/errors';
import type { CellFacts, TableFacts } from '#contract/model/elements/element-facts';
import type { RawLink } from '../../backend.ts';
import type { FakeElement } from './element.ts';

/** A grid's children are one header for each column, and then its cells row by row. */
export function tableOf(grid: FakeElement, link: (element: FakeElement) => RawLink): TableFacts<RawLink> | null {
  if (grid.columns === null) return null;
  const { columns, children } = grid;
  const columnHeaders = children.slice(0, columns).map(link);
  return { rows: rowCount(children.length, columns), columns, rowHeaders: [], columnHeaders };
}

export function cellOf(element: FakeElement): CellFacts | null {
  const columns = element.parent?.columns ?? null;
  const at = element.parent?.children.indexOf(element) ?? -1;
  if (columns === null || at < columns) return null;
  return { row: Math.floor(at / columns) - 1, column: at % columns, rowSpan: 1, columnSpan: 1 };
}

/** @throws AppError `pattern_not_supported`, `not_found` */
export function cellAt(grid: FakeElement, row: number, column: number): FakeElement {
  if (grid.columns === null) throw new AppError('pattern_not_supported', 'The element is no grid.');
  const rows = rowCount(grid.children.length, grid.columns);
  const cell = column < grid.columns ? grid.children[(row + 1) * grid.columns + column] : undefined;
  if (cell) return cell;
  throw new AppError('not_found', `There is no cell ${row}, ${column}: it has ${rows} rows, ${grid.columns} columns.`);
}

function rowCount(children: number, columns: number): number {
  return children / columns - 1;
}
