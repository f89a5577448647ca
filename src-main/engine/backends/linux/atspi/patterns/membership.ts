import { number, type Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import type { Subject } from '../reading/subject.ts';
import * as names from '../vocabulary/names.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { roleNumber, roleSet } from '../vocabulary/roles.ts';
import { hasBit, noStates } from '../vocabulary/states.ts';

/** The container whose selection an element belongs to, and the element's place in it. */
export interface Membership {
  readonly container: Ref;
  /** Index among the container's children; for a drop-down list, among its choices. */
  readonly index: number;
  /** Row in a table; null elsewhere. */
  readonly row: number | null;
  readonly keeps: { readonly items: boolean; readonly rows: boolean };
  /** As reported by the container; many multiple-selection containers do not report it. */
  readonly allowsMultiple: boolean;
}

const menus = roleSet('menu', 'popup menu');
const menuBar = roleNumber('menu bar');
const comboBox = roleNumber('combo box');
/**
 * Elements between a drop-down list and its choices: in Java a list in a view of a scroll pane of a popup menu, in Firefox a
 * menu.
 */
const dropped = roleSet('list', 'list box', 'viewport', 'scroll pane', 'popup menu', 'menu');
/** Cells of a tree are inside a row's cell, choices of a drop-down list inside its menu. */
const maxClimb = 3;

/** Null for elements in no selection; menu entries are excluded, though menus report the hovered entry as selected. */
export async function membershipOf({ accessibles, facts, frame, signal }: Subject): Promise<Membership | null> {
  let from = facts.ref;
  let choice: number | null = null;
  for (let climbed = 0; climbed < maxClimb; climbed++) {
    const parent = await accessibles.parent(from, signal);
    if (!parent) return null;
    const { role, interfaces, states, index } = await readParent(accessibles, parent, from, signal);
    if (role === menuBar) return null;
    if (menus.has(role)) choice = index;
    else if (interfaces.has('Selection') || interfaces.has('Table')) {
      const keeps = { items: interfaces.has('Selection'), rows: interfaces.has('Table') };
      if (frame.toolkit.selectsHidden && (await orElse(countsHidden(accessibles, parent, from, signal), false)))
        return null;
      const row = keeps.rows ? await orElse(rowOf(accessibles, parent, index, signal), null) : null;
      return {
        container: parent,
        index: choice ?? index,
        row,
        keeps,
        allowsMultiple: hasBit(states, 'multiSelectable'),
      };
    }
    from = parent;
  }
  return null;
}

const beyondAll = 2 ** 31 - 1;

/** Whether the container's selection indexes count more items than its matching children: an index then means another item. */
async function countsHidden(
  accessibles: Accessibles,
  container: Ref,
  item: Ref,
  signal: AbortSignal,
): Promise<boolean> {
  const children = await accessibles.children(container, signal);
  const [kind, ...kinds] = await Promise.all(
    [item, ...children].map((ref) => orElse(accessibles.role(ref, signal), 0)),
  );
  const next = kinds.filter((each) => each === kind).length;
  const ask = (index: number) =>
    orElse(accessibles.call(container, names.selection, 'IsChildSelected', signal, 'i', [index]), null);
  // Lists report an error for a missing index; notebooks false.
  const [more, beyond] = await Promise.all([ask(next), ask(beyondAll)]);
  return more !== null && beyond === null;
}

async function readParent(accessibles: Accessibles, parent: Ref, child: Ref, signal: AbortSignal) {
  const [role, interfaces, states, index] = await Promise.all([
    orElse(accessibles.role(parent, signal), 0),
    orElse(accessibles.interfaces(parent, signal), new Set<string>()),
    orElse(accessibles.states(parent, signal), noStates),
    accessibles.indexInParent(child, signal),
  ]);
  return { role, interfaces, states, index };
}

/** Null for headers, which are in no row. */
async function rowOf(accessibles: Accessibles, table: Ref, index: number, signal: AbortSignal): Promise<number | null> {
  const row = number(await accessibles.call(table, names.table, 'GetRowAtIndex', signal, 'i', [index]));
  return row >= 0 ? row : null;
}

/** Whether the container reports that the element is selected; some elements do not report it themselves. */
export async function isSelectedIn(
  accessibles: Accessibles,
  { container, index, keeps }: Membership,
  signal: AbortSignal,
): Promise<boolean> {
  if (!keeps.items || keeps.rows) return false;
  return (await accessibles.call(container, names.selection, 'IsChildSelected', signal, 'i', [index])) === true;
}

/** Whether an element is a choice of a drop-down list. */
export async function isDropDownChoice({ accessibles, facts, signal }: Subject): Promise<boolean> {
  for (let at = await accessibles.parent(facts.ref, signal); at; at = await accessibles.parent(at, signal)) {
    const role = await accessibles.role(at, signal);
    if (role === comboBox) return true;
    if (!dropped.has(role)) return false;
  }
  return false;
}
