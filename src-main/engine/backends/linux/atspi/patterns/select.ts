import { sleep } from '../../../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { orElse } from '../bus/or-else.ts';
import type { Subject } from '../reading/subject.ts';
import * as names from '../vocabulary/names.ts';
import { hasBit } from '../vocabulary/states.ts';
import { act, actionsFor, chooseAction, readActions } from './actions.ts';
import { selectedIndices, selectedRows, selectRow } from './items.ts';
import { isDropDownChoice, membershipOf, type Membership } from './membership.ts';
import { unsupported } from './refuse.ts';

export type How = 'only' | 'add' | 'remove';

/**
 * Selects through the container, or by the element's own action if there is none.
 * @throws AppError `pattern_not_supported`, and `not_verified` if adding one deselected the others
 */
export async function selectItem(subject: Subject, how: How): Promise<void> {
  if (!subject.frame.toolkit.choosesInLists && (await orElse(isDropDownChoice(subject), false))) {
    throw unsupported('In this app a drop-down list takes its choice by mouse or keys alone.');
  }
  const member = await orElse(membershipOf(subject), null);
  // Chromium's drop-down lists report no selection after the selected item is selected again.
  if (how === 'only' && !member?.allowsMultiple && hasBit(subject.facts.states, 'selected')) return;
  if (subject.frame.toolkit.setsUnreported && (await selectReceived(subject, how))) return;
  if (how === 'only' && (await selectAlone(subject, member))) return;
  if (how !== 'only' && member && (await change(subject, member, how))) return;
  if (how !== 'only') throw unsupported('Only one item can be selected there, or the app does not let items be added.');
  await act(subject, actionsFor.select);
}

/** Items of a page are selected like by a click. */
const received = ['select', 'switch', 'click'] as const;

/**
 * Selects by the element's own action. False if it has none. @throws AppError `pattern_not_supported` if others must stay
 * selected
 */
async function selectReceived(subject: Subject, how: How): Promise<boolean> {
  const { accessibles, facts, signal } = subject;
  const actions = await orElse(readActions(accessibles, facts.ref, signal), []);
  if (chooseAction(actions, received) === null) return false;
  if (how !== 'only') throw unsupported('In this app items are added and removed by mouse or keys alone.');
  await act(subject, received);
  return true;
}

async function selectAlone(subject: Subject, member: Membership | null): Promise<boolean> {
  if (!member) return false;
  const { accessibles, facts, signal } = subject;
  if (!member.allowsMultiple && facts.interfaces.has('Action')) {
    const actions = await orElse(readActions(accessibles, facts.ref, signal), []);
    // Chromium's drop-down lists confirm the selection and do not change.
    if (actions.includes('select')) return false;
  }
  if (member.keeps.items && (await selectItemAlone(subject, member))) return true;
  return member.row !== null && (await selectRowAlone(subject, member, member.row));
}

/** After a change, Chromium may briefly report the old selection. Number of reads. */
const looks = 10;
const lookAgainMs = 50;

/**
 * Deselects the others one by one: in Chromium, an item of a cleared selection cannot be selected again.
 * @throws AppError `not_verified` if it does not become the only one
 */
async function selectItemAlone(subject: Subject, member: Membership): Promise<boolean> {
  const { accessibles, signal } = subject;
  if (!member.allowsMultiple) return askItem(subject, member, 'SelectChild');
  for (let look = 1; look <= looks; look++) {
    const selected = await orElse(selectedIndices(accessibles, member.container, signal), null);
    if (selected === null) return askItem(subject, member, 'SelectChild');
    const others = selected.filter((index) => index !== member.index);
    const isSelected = selected.includes(member.index);
    if (isSelected && others.length === 0) return true;
    await Promise.all(others.map((index) => askItem(subject, { ...member, index }, 'DeselectChild')));
    if (!isSelected && !(await askItem(subject, member, 'SelectChild'))) return false;
    await sleep(lookAgainMs, signal);
  }
  throw new AppError('not_verified', 'The app does not select only that item.', {
    delivery: 'delivered',
  });
}

async function selectRowAlone({ accessibles, signal }: Subject, { container }: Membership, row: number) {
  if (!(await orElse(selectRow(accessibles, container, row, true, signal), false))) return false;
  const others = (await orElse(selectedRows(accessibles, container, signal), [])).filter((other) => other !== row);
  await Promise.all(others.map((other) => orElse(selectRow(accessibles, container, other, false, signal), false)));
  return true;
}

async function change(subject: Subject, member: Membership, how: 'add' | 'remove'): Promise<boolean> {
  const { accessibles, signal } = subject;
  const { container, row, keeps, allowsMultiple } = member;
  if (keeps.items && (allowsMultiple || !keeps.rows)) {
    if (how === 'add' && !allowsMultiple) return false;
    if (await askItem(subject, member, how === 'add' ? 'SelectChild' : 'DeselectChild')) return true;
  }
  if (row === null) return false;
  const before = await orElse(selectedRows(accessibles, container, signal), []);
  if (!(await orElse(selectRow(accessibles, container, row, how === 'add', signal), false))) return false;
  if (how === 'add') await refuseLoss(subject, member, before);
  return true;
}

/** A single-selection list accepts an added row, and deselects the previous one. */
async function refuseLoss({ accessibles, signal }: Subject, { container }: Membership, before: readonly number[]) {
  const after = await orElse(selectedRows(accessibles, container, signal), before);
  if (before.every((row) => after.includes(row))) return;
  throw new AppError(
    'not_verified',
    'The item is selected, but the others no longer are: this list allows one selection.',
    {
      delivery: 'delivered',
    },
  );
}

async function askItem(
  { accessibles, signal }: Subject,
  { container, index }: Membership,
  verb: 'SelectChild' | 'DeselectChild',
): Promise<boolean> {
  return (await orElse(accessibles.call(container, names.selection, verb, signal, 'i', [index]), false)) === true;
}
