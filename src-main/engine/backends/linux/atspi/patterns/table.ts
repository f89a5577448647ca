import { AppError } from '#contract/errors';
import { maxLinks, type CellFacts, type TableFacts } from '#contract/model/elements/element-facts';
import type { RawLink } from '../../../../backend.ts';
import { number } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { cellAt, placeInTable } from '../reading/cells.ts';
import { readLinks } from '../reading/links.ts';
import type { Subject } from '../reading/subject.ts';
import * as names from '../vocabulary/names.ts';
import { formatRef, refFrom, type Ref } from '../vocabulary/ref.ts';
import { roleSet } from '../vocabulary/roles.ts';
import { unsupported } from './refuse.ts';

/** @throws DBusFailure if the element is not a table */
export async function readTable(subject: Subject): Promise<TableFacts<RawLink>> {
  const [rows, columns] = await readSize(subject);
  const [rowHeaders, columnHeaders] = await Promise.all([
    readHeaders(subject, 'GetRowHeader', rows),
    readHeaders(subject, 'GetColumnHeader', columns),
  ]);
  return { rows, columns, rowHeaders, columnHeaders };
}

async function readSize({ accessibles, facts, signal }: Subject): Promise<readonly [rows: number, columns: number]> {
  const read = async (name: string) => number(await accessibles.property(facts.ref, names.table, name, signal));
  return Promise.all([read('NRows'), read('NColumns')]);
}

async function readHeaders(subject: Subject, member: string, count: number): Promise<readonly RawLink[]> {
  const { accessibles, facts, signal } = subject;
  const indices = Array.from({ length: Math.max(0, Math.min(count, maxLinks)) }, (_, index) => index);
  const ask = async (index: number) =>
    refFrom(await orElse(accessibles.call(facts.ref, names.table, member, signal, 'i', [index]), null));
  const found = (await Promise.all(indices.map(ask))).filter((ref) => ref !== null);
  const unique = new Map(found.map((ref) => [formatRef(ref), ref]));
  return readLinks(subject, [...unique.values()]);
}

/**
 * The cell at a position; Qt creates a new object for every query.
 * @throws AppError `pattern_not_supported` if the element is not a table, `not_found` if it has no such cell
 */
export async function findCell(subject: Subject, row: number, column: number): Promise<Ref> {
  const { accessibles, facts, signal } = subject;
  if (!facts.interfaces.has('Table')) throw unsupported('The element is not a grid.');
  const [rows, columns] = await readSize(subject);
  const isThere = row < rows && column < columns;
  const cell = isThere ? await cellAt(accessibles, facts.ref, { row, column }, signal) : null;
  if (cell) return cell;
  throw new AppError('not_found', `There is no cell ${row}, ${column}: it has ${rows} rows, ${columns} columns.`);
}

const cells = roleSet('table cell', 'tree item');

/** True for an element that may be a cell of a table. */
export function mayBeCell({ facts }: Subject): boolean {
  return facts.interfaces.has('TableCell') || cells.has(facts.role);
}

/** Null if it is in no table. @throws DBusFailure if the app does not report */
export async function readCell(subject: Subject): Promise<CellFacts | null> {
  const { accessibles, facts, signal } = subject;
  if (!facts.interfaces.has('TableCell')) return cellInTable(subject);
  const read = (name: string) => accessibles.property(facts.ref, names.tableCell, name, signal);
  const [position, rowSpan, columnSpan] = await Promise.all([
    read('Position'),
    orElse(read('RowSpan'), 1),
    orElse(read('ColumnSpan'), 1),
  ]);
  const [row = -1, column = -1] = Array.isArray(position) ? position.map(number) : [];
  if (row >= 0 && column >= 0) return cellFacts(row, column, number(rowSpan), number(columnSpan));
  // ATK's two queries for a position are separate app methods, and an app may implement only one.
  const answer = await orElse(accessibles.callAll(facts.ref, names.tableCell, 'GetRowColumnSpan', signal), []);
  const [r = -1, c = -1, rows = 1, columns = 1] = answer.slice(-4).map(number);
  return cellFacts(r, c, rows, columns);
}

/** Qt's and LibreOffice's cells do not know their position; their table does. */
async function cellInTable({ accessibles, facts, signal }: Subject): Promise<CellFacts | null> {
  const table = await accessibles.parent(facts.ref, signal);
  if (!table) return null;
  const { row, column } = await placeInTable(accessibles, table, facts.ref, signal);
  return cellFacts(row, column, 1, 1);
}

function cellFacts(row = -1, column = -1, rowSpan: number, columnSpan: number): CellFacts | null {
  if (row < 0 || column < 0) return null;
  return { row, column, rowSpan: Math.max(1, rowSpan), columnSpan: Math.max(1, columnSpan) };
}
