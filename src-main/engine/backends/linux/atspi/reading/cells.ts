import type { Accessibles } from '../bus/accessibles.ts';
import { number } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import * as names from '../vocabulary/names.ts';
import { refFrom, type Ref } from '../vocabulary/ref.ts';

/** A cell's 0-based position in its table. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Returns a new object for every query in Qt. @throws DBusFailure if there is none, or the element is not a table */
export async function cellAt(
  accessibles: Accessibles,
  table: Ref,
  { row, column }: CellPlace,
  signal: AbortSignal,
): Promise<Ref | null> {
  return refFrom(await accessibles.call(table, names.table, 'GetAccessibleAt', signal, 'ii', [row, column]));
}

/** The position of a child as reported by the table; negative if it is not a cell. @throws DBusFailure */
export async function placeInTable(
  accessibles: Accessibles,
  table: Ref,
  child: Ref,
  signal: AbortSignal,
): Promise<CellPlace> {
  const index = await accessibles.indexInParent(child, signal);
  const ask = async (member: string) =>
    number(await accessibles.call(table, names.table, member, signal, 'i', [index]));
  const [row, column] = await Promise.all([ask('GetRowAtIndex'), ask('GetColumnAtIndex')]);
  return { row, column };
}

/** Distance in pixels from a table's edge at which its first and last cells are hit-tested. */
const inset = 3;

/**
 * Limit on rows and columns of a sheet. If more lie between the corners, the first are frozen and most of the rest are scrolled
 * away.
 */
const most = { rows: { frozen: 10, all: 80 }, columns: { frozen: 5, all: 50 } } as const;

/**
 * The visible cells of a sheet, row by row, between its corner cells. Null if the app does not report.
 * @throws the signal's reason on abort, BusUnavailable
 */
export async function shownCells(
  accessibles: Accessibles,
  table: Ref,
  signal: AbortSignal,
): Promise<readonly Ref[] | null> {
  const corner = async (x: number, y: number) => {
    const child = await accessibles.childAtPoint(table, x, y, signal);
    return child && placeInTable(accessibles, table, child, signal);
  };
  const corners = async () => {
    const { x, y, width, height } = await accessibles.extents(table, signal);
    return Promise.all([corner(x + inset, y + inset), corner(x + width - inset, y + height - inset)]);
  };
  const [first, last] = await orElse(corners(), [null, null]);
  if (!first || !last || first.row < 0 || first.column < 0) return null;
  const rows = span(first.row, last.row, most.rows);
  const columns = span(first.column, last.column, most.columns);
  const places = rows.flatMap((row) => columns.map((column) => ({ row, column })));
  const cells = await Promise.all(places.map((place) => orElse(cellAt(accessibles, table, place, signal), null)));
  return cells.length === 0 ? null : cells.filter((cell) => cell !== null);
}

function span(first: number, last: number, { frozen, all }: { frozen: number; all: number }): readonly number[] {
  const length = last - first + 1;
  if (length <= all) return Array.from({ length: Math.max(0, length) }, (_, index) => first + index);
  return [
    ...span(first, first + frozen - 1, { frozen, all }),
    ...span(last - (all - frozen) + 1, last, { frozen, all }),
  ];
}
