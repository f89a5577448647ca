import type { ElementState } from '#contract/model/elements/element';
import { orElse } from '../bus/or-else.ts';
import type { Subject } from '../reading/subject.ts';
import * as names from '../vocabulary/names.ts';
import { roleNumber, roleSet } from '../vocabulary/roles.ts';
import { hasBit, noStates } from '../vocabulary/states.ts';
import { act, actionsFor } from './actions.ts';

/** What opens without saying that it does: GTK 3's drop-down lists and menus, and Qt's menus. */
const opening = roleSet('combo box', 'menu');
const menu = roleNumber('menu');
const menuItem = roleNumber('menu item');

export function canOpen({ facts }: Pick<Subject, 'facts'>): boolean {
  if (hasBit(facts.states, 'expandable')) return true;
  return facts.childCount > 0 && (opening.has(facts.role) || facts.role === menuItem);
}

const rows = roleSet('tree item', 'list item', 'table row', 'table cell');

/** The kinds of actions that open an element and close it. */
export function openingBy({ facts }: Pick<Subject, 'facts'>) {
  return rows.has(facts.role)
    ? ({ open: 'unfold', close: 'fold' } as const)
    : ({ open: 'expand', close: 'collapse' } as const);
}

/** States that the element does not say itself: it is open where what is in it can be seen. */
export async function openStates(subject: Subject): Promise<readonly ElementState[]> {
  const { accessibles, facts, frame, signal } = subject;
  if (!canOpen(subject) || hasBit(facts.states, 'expandable')) return [];
  const inside = await orElse(accessibles.childAt(facts.ref, 0, signal), null);
  const states = inside ? await orElse(accessibles.states(inside, signal), noStates) : noStates;
  const isOpen = hasBit(states, 'showing') && frame.toolkit.seenBy === 'showing';
  return isOpen ? ['expandable', 'expanded'] : ['expandable'];
}

/** Does nothing where it is so already. @throws AppError `pattern_not_supported` */
export async function setOpen(subject: Subject, open: boolean): Promise<void> {
  const states = await openStates(subject);
  const isOpen = hasBit(subject.facts.states, 'expanded') || states.includes('expanded');
  if (isOpen === open) return;
  if (!open && (await closeMenu(subject))) return;
  await act(subject, actionsFor[openingBy(subject)[open ? 'open' : 'close']]);
}

/** An open menu of GTK 3 is closed by its bar, which lets go of it; clicking it again does nothing. */
async function closeMenu({ accessibles, facts, signal }: Subject): Promise<boolean> {
  if (facts.role !== menu) return false;
  const bar = await orElse(accessibles.parent(facts.ref, signal), null);
  if (!bar) return false;
  return (await orElse(accessibles.call(bar, names.selection, 'ClearSelection', signal), false)) === true;
}
