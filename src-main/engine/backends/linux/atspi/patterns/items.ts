import { number, type Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import * as names from '../vocabulary/names.ts';
import { refFrom, type Ref } from '../vocabulary/ref.ts';

/** Number of selected children of a container, and the first of them. @throws DBusFailure if it has no selection */
export async function selectedChildren(
  accessibles: Accessibles,
  container: Ref,
  limit: number,
  signal: AbortSignal,
): Promise<{ readonly count: number; readonly refs: readonly Ref[] }> {
  const selectedCount = number(await accessibles.property(container, names.selection, 'NSelectedChildren', signal));
  const count = Math.max(0, selectedCount);
  const indices = Array.from({ length: Math.min(count, limit) }, (_, index) => index);
  const ask = async (index: number) =>
    refFrom(await orElse(accessibles.call(container, names.selection, 'GetSelectedChild', signal, 'i', [index]), null));
  return { count, refs: (await Promise.all(indices.map(ask))).filter((ref) => ref !== null) };
}

/** Upper limit; users do not select more items one by one. */
const maxSelected = 1_000;

/** Child indexes of the selected items of a container. @throws DBusFailure if it has no selection */
export async function selectedIndices(
  accessibles: Accessibles,
  container: Ref,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const { refs } = await selectedChildren(accessibles, container, maxSelected, signal);
  return Promise.all(refs.map((ref) => accessibles.indexInParent(ref, signal)));
}

/** A table with more selected rows lists none: a whole spreadsheet column has a million. */
const maxListed = 10_000;

/** The selected rows of a table, in its own order. @throws DBusFailure if the element is not a table */
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

/** False if the table refuses. */
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
