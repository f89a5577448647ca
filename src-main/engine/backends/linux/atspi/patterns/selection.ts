import { maxLinks, type SelectionFacts } from '#contract/model/elements/element-facts';
import type { RawLink } from '../../../../backend.ts';
import { number } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { cellAt } from '../reading/cells.ts';
import { readLinks } from '../reading/links.ts';
import type { Subject } from '../reading/subject.ts';
import * as names from '../vocabulary/names.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { roleSet } from '../vocabulary/roles.ts';
import { hasBit } from '../vocabulary/states.ts';
import { selectedChildren, selectedRows, selectRow } from './items.ts';
import { unsupported } from './refuse.ts';

/** A menu's selection follows the pointer; it is no choice of the user. */
const menus = roleSet('menu', 'menu bar', 'popup menu', 'menu item', 'separator');
const single = roleSet('combo box', 'page tab list');

/** True for an element that may have selectable items. */
export function keepsSelection({ facts }: Subject): boolean {
  const { interfaces, role } = facts;
  return !menus.has(role) && (interfaces.has('Selection') || interfaces.has('Table'));
}

/** @throws DBusFailure if the app does not report */
export async function readSelection(subject: Subject): Promise<SelectionFacts<RawLink>> {
  const { accessibles, facts, signal } = subject;
  const rows = facts.interfaces.has('Table') ? await orElse(selectedRows(accessibles, facts.ref, signal), []) : [];
  const byItems = rows.length === 0 && facts.interfaces.has('Selection');
  const { count, refs } = byItems
    ? await selectedChildren(accessibles, facts.ref, maxLinks, signal)
    : { count: rows.length, refs: await rowItems(subject, rows) };
  return { canSelectMultiple: takesSeveral(subject, count), count, selected: await readLinks(subject, refs) };
}

function takesSeveral({ facts }: Subject, count: number): boolean | null {
  if (hasBit(facts.states, 'multiSelectable') || count > 1) return true;
  return single.has(facts.role) ? false : null;
}

/** A row is represented by its first cell. */
async function rowItems({ accessibles, facts, signal }: Subject, rows: readonly number[]): Promise<readonly Ref[]> {
  const ask = async (row: number) => orElse(cellAt(accessibles, facts.ref, { row, column: 0 }, signal), null);
  return (await Promise.all(rows.slice(0, maxLinks).map(ask))).filter((ref) => ref !== null);
}

/** Rows are selected one by one; upper limit. */
const maxRows = 2_000;

/** @throws AppError `pattern_not_supported` if the app refuses */
export async function selectItems(subject: Subject, which: 'all' | 'none'): Promise<void> {
  const { accessibles, facts, frame, signal } = subject;
  if (frame.toolkit.setsUnreported) throw unsupported('In this app items are selected by mouse or keys alone.');
  const verb = which === 'all' ? 'SelectAll' : 'ClearSelection';
  const done = facts.interfaces.has('Selection')
    ? await orElse(accessibles.call(facts.ref, names.selection, verb, signal), false)
    : false;
  if (done !== true && !(await changeRows(subject, which))) throw unsupported(`The app refuses to select ${which}.`);
}

async function changeRows({ accessibles, facts, signal }: Subject, which: 'all' | 'none'): Promise<boolean> {
  if (!facts.interfaces.has('Table')) return false;
  const rows = which === 'all' ? await allRows() : await selectedRows(accessibles, facts.ref, signal);
  const ask = (row: number) => orElse(selectRow(accessibles, facts.ref, row, which === 'all', signal), false);
  return (await Promise.all(rows.map(ask))).every(Boolean);

  async function allRows(): Promise<readonly number[]> {
    const count = number(await accessibles.property(facts.ref, names.table, 'NRows', signal));
    if (count > maxRows) throw unsupported(`It has ${count} rows, more than ${maxRows}, and selects none at once.`);
    return Array.from({ length: Math.max(0, count) }, (_, row) => row);
  }
}
