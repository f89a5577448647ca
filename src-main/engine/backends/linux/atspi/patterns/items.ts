import { number, type Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import * as names from '../vocabulary/names.ts';
import { refFrom, type Ref } from '../vocabulary/ref.ts';

/** How many children of a container are selected, and the first of them. @throws DBusFailure where it keeps none */
export async function selectedChildren(
  accessibles: Accessibles,
  container: Ref,
  limit: number,
  signal: AbortSignal,
): Promise<{ readonly count: number; readonly refs: readonly Ref[] }> {
  const said = number(await accessibles.property(container, names.selection, 'NSelectedChildren', signal));
  const count = Math.max(0, said);
  const indices = Array.from({ length: Math.min(count, limit) }, (_, index) => index);
  const ask = async (index: number) =>
    refFrom(await orElse(accessibles.call(container, names.selection, 'GetSelectedChild', signal, 'i', [index]), null));
  return { count, refs: (await Promise.all(indices.map(ask))).filter((ref) => ref !== null) };
}

/** More than this in one list is more than a person has selected one by one. */
const maxSelected = 1_000;

/** The places of the selected ones among all children of a container. @throws DBusFailure where it keeps none */
export async function selectedIndices(
  accessibles: Accessibles,
  container: Ref,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const { refs } = await selectedChildren(accessibles, container, maxSelected, signal);
  return Promise.all(refs.map((ref) => accessibles.indexInParent(ref, signal)));
}
