import { number, type Accessibles } from '../bus/accessibles.ts';
import * as names from '../vocabulary/names.ts';
import type { Ref } from '../vocabulary/ref.ts';

/** Of a table that says it has more, none are listed: a spreadsheet's whole column is a million. */
const maxListed = 10_000;

/** The rows of a table that are selected, in its own order. @throws DBusFailure where the element is no table */
export async function selectedRows(
  accessibles: Accessibles,
  ref: Ref,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const count = number(await accessibles.property(ref, names.table, 'NSelectedRows', signal));
  if (count <= 0 || count > maxListed) return [];
  const rows = await accessibles.call(ref, names.table, 'GetSelectedRows', signal);
  return Array.isArray(rows) ? rows.map(number) : [];
}

/** Answers false where the table does not do it. */
export async function selectRow(
  accessibles: Accessibles,
  ref: Ref,
  row: number,
  selected: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const member = selected ? 'AddRowSelection' : 'RemoveRowSelection';
  return (await accessibles.call(ref, names.table, member, signal, 'i', [row])) === true;
}
